const missing = (): never => {
  throw new Error('The build leaves infinite queries out');
};

/**
 * Stands in the built page for what makes queries that load page after page into one answer: none here does, and every first
 * view would carry it.
 */
export const infiniteQueryBehavior = missing;
export const hasNextPage = missing;
export const hasPreviousPage = missing;
