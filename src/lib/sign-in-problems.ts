export const signInProblems = {
  expired: 'expired',
  refused: 'refused',
  unknown: 'unknown',
  unverified: 'unverified',
  unavailable: 'unavailable',
  clock: 'clock',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** Cookie with the email address that was refused at the last sign-in. */
export const refusedAddressCookie = 'refused-address';
