import { QueryCache, QueryClient } from '@tanstack/react-query';
import { retryDelayMs, shouldRetry } from '#lib/browser/retry.ts';

export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    ...(onError && { queryCache: new QueryCache({ onError }) }),
    defaultOptions: {
      // If offline, a read fails immediately instead of staying pending. When the connection returns, the read is repeated.
      queries: { retry: shouldRetry, retryDelay: retryDelayMs, networkMode: 'always', refetchOnReconnect: true },
    },
  });
}
