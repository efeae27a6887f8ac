export const signInProblems = {
  expired: 'expired',
  refused: 'refused',
  unknown: 'unknown',
  unverified: 'unverified',
  unavailable: 'unavailable',
  clock: 'clock',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** Name of the cookie with the email address that the last sign-in refused. */
export const refusedAddressCookie = 'refused-address';
