const missing = (): never => {
  throw new Error('The build leaves infinite queries out');
};

/** Replaces TanStack Query's infinite queries in the built page: no code here uses them, and every first view would load them. */
export const infiniteQueryBehavior = missing;
export const hasNextPage = missing;
export const hasPreviousPage = missing;
