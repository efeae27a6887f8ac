export function packRelease(root: string, into: string): string[];
