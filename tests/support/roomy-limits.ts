/** Many tests send a hundred requests of one member at once. Journeys use the defaults; `server/fairness` sets its own. */
export const roomyLimits = {
  REQUESTS_PER_MEMBER: '1000',
  REQUESTS_PER_ORGANIZATION: '1000',
  REQUESTS_PER_KEY: '1000',
  REQUESTS_PER_ADDRESS: '1000',
  HEAVY_REQUESTS: '1000',
} as const;
