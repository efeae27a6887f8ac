import { QueryClient } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from '#lib/retry.ts';

/** The page's query cache with the retry policy of the platform API. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, retryDelay: retryDelayMs } },
  });
}
