import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import { CallError } from '#lib/call-error.ts';
import { callPlatform, type CallResult } from './call.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

/** The platform sends these statuses before it looks up the idempotency key. An earlier request with the key may have succeeded. */
export const refusedBeforeStart: readonly (number | null)[] = [401, 403, 404, 429];

/** Returns whether a call can be retried: only with an idempotency key, by which the platform detects duplicates. */
const mayRepeat = (input: unknown): boolean => typeof (input as { idempotencyKey?: unknown }).idempotencyKey === 'string';

/** Maximum wait, in milliseconds, while an earlier request with the same idempotency key is in progress. */
const longestUnderWayMs = 60_000;

const isUnderWay = (error: unknown): boolean => error instanceof CallError && error.code === 'idempotency_key_in_use';

export const isUnsent = ({ code }: Pick<CallError, 'code'>): boolean => code === 'code_missing' || code === 'missing_parameter';

const isUnknown = (error: unknown): boolean =>
  !(error instanceof CallError) || (error.status === null ? !isUnsent(error) : error.status >= 500);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits while an earlier request with the same idempotency key is in progress. If a retry is refused before processing, but the outcome of
 * an earlier attempt is unknown, throws the error of that attempt.
 */
export async function callWithRetries<N extends CallName>(
  name: N,
  input: CallInput<N>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<CallResult<N>> {
  let unknown: unknown = null;
  let underWayMs = 0;
  for (let failures = 0; ;) {
    try {
      return await callPlatform(name, input);
    } catch (error) {
      if (isUnknown(error)) unknown = error;
      if (isUnderWay(error) && mayRepeat(input) && underWayMs < longestUnderWayMs) {
        const waitMs = Math.max(retryDelayMs(0, error), 1000);
        underWayMs += waitMs;
        await pause(waitMs);
      } else if (mayRepeat(input) && shouldRetry(failures, error)) {
        await pause(retryDelayMs(failures, error));
        failures += 1;
      } else throw unknown !== null && error instanceof CallError && refusedBeforeStart.includes(error.status) ? unknown : error;
    }
  }
}
