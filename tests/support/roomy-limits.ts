/**
 * High limits of concurrent requests, because many tests send a hundred requests of one member at once for other reasons.
 * The tests in `server/fairness` set the limits that they test; journeys use the defaults.
 */
export const roomyLimits = {
  REQUESTS_PER_MEMBER: '1000',
  REQUESTS_PER_ORGANIZATION: '1000',
  REQUESTS_PER_KEY: '1000',
  REQUESTS_PER_ADDRESS: '1000',
  HEAVY_REQUESTS: '1000',
} as const;
