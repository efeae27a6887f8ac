/**
 * Writes the files of a release into a new folder, and publishes nothing.
 * @returns lines of `SHA256SUMS`
 * @throws {Error} in one sentence, if the build is incomplete or the folder exists
 */
export function packRelease(root: string, into: string): string[];
