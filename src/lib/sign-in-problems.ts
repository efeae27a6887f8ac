/** Why somebody came back to the sign-in page without being signed in, as its address says it. */
export const signInProblems = {
  expired: 'expired',
  refused: 'refused',
  unknown: 'unknown',
  unverified: 'unverified',
  unavailable: 'unavailable',
  clock: 'clock',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** Cookie with the e-mail address that was refused at the last sign-in. */
export const refusedAddressCookie = 'refused-address';
