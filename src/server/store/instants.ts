/** Whole seconds since 1970. */
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const instantOf = (seconds: number): Date => new Date(seconds * 1000);
