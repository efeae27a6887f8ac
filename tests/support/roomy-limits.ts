/**
 * Settings whose limits of requests under way no test meets by chance: many tests send a hundred requests of one member at once for
 * another reason. The tests in `server/fairness` set the limits that they are about; journeys run with the usual ones.
 */
export const roomyLimits = {
  REQUESTS_PER_MEMBER: '1000',
  REQUESTS_PER_ORGANIZATION: '1000',
  REQUESTS_PER_KEY: '1000',
  REQUESTS_PER_ADDRESS: '1000',
  HEAVY_REQUESTS: '1000',
} as const;
