const missing = (): never => {
  throw new Error('The build leaves infinite queries out');
};

/** Replaces infinite queries of TanStack Query in the built page. The product does not use them, but every first view would load them. */
export const infiniteQueryBehavior = missing;
export const hasNextPage = missing;
export const hasPreviousPage = missing;
