/** Why somebody came back to the sign-in page without being signed in, as its address says it. */
export const signInProblems = { expired: 'expired', refused: 'refused', unknown: 'unknown', unavailable: 'unavailable' } as const;

export type SignInProblem = keyof typeof signInProblems;
