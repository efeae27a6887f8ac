/** High limits, because many tests send a hundred requests of a member at once. Journeys and `server/fairness` use lower limits. */
export const roomyLimits = {
  REQUESTS_PER_MEMBER: '1000',
  REQUESTS_PER_ORGANIZATION: '1000',
  REQUESTS_PER_KEY: '1000',
  REQUESTS_PER_ADDRESS: '1000',
  HEAVY_REQUESTS: '1000',
} as const;
