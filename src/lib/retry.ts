import { CallError } from './call-error.ts';

const mostRetries = 3;
const longestWaitMs = 30_000;

/** Never on a 4xx except 429; otherwise at most three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= mostRetries) return false;
  if (!(error instanceof CallError) || error.status === null) return true;
  return error.status === 429 || error.status >= 500;
}

/** As the server asks by `Retry-After`, else 1 s, 2 s, 4 s ... up to 30 s. Milliseconds. */
export function retryDelayMs(failures: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfterMs : null;
  return asked ?? Math.min(1000 * 2 ** failures, longestWaitMs);
}
