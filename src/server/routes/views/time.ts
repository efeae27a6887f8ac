/** Returns whole seconds since 1970, the contract's format of times. */
export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
