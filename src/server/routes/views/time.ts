/** Whole seconds since 1970, as the contract sends times. */
export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
