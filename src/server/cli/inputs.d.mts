/** One hash over the names and contents of all inputs of the build. */
export function inputsHash(root: string): string;
/** What the last finished build was made of, or null. */
export function builtHash(root: string): string | null;
