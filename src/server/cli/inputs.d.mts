/** Hash over the names and contents of all build inputs. */
export function inputsHash(root: string): string;
/** Returns the input hash of the last complete build, or null. */
export function builtHash(root: string): string | null;
