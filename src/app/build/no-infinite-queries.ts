const missing = (): never => {
  throw new Error('The build leaves infinite queries out');
};

/** Replaces the code of TanStack Query for infinite queries. The product does not use this code, but every first view would load it. */
export const infiniteQueryBehavior = missing;
export const hasNextPage = missing;
export const hasPreviousPage = missing;
