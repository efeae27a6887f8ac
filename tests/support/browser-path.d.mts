/** Path of an installed browser, headless if possible; undefined if there is none. */
export function browserPath(): string | undefined;
