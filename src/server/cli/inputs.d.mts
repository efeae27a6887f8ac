export function inputsHash(root: string): string;
export function builtHash(root: string): string | null;
