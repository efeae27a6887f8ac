import { CallError } from '#lib/call-error.ts';

const mostRetries = 3;
const longestWaitMs = 30_000;

/** Allows at most three retries. Never retries a 4xx status, except a 429 `busy` with a wait of at most 30 s. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= mostRetries) return false;
  if (!(error instanceof CallError) || error.status === null || error.status >= 500) return true;
  return error.status === 429 && error.code === 'busy' && (error.retryAfterMs ?? 0) <= longestWaitMs;
}

/** Wait before a retry in milliseconds: `Retry-After` if the server sent it, otherwise exponential backoff from 1 s to 30 s. */
export function retryDelayMs(failures: number, error: unknown): number {
  const requestedWaitMs = error instanceof CallError ? error.retryAfterMs : null;
  return requestedWaitMs ?? Math.min(1000 * 2 ** failures, longestWaitMs);
}
