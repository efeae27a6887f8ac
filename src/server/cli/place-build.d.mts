export function placeBuild(from: string, into: string): void;
