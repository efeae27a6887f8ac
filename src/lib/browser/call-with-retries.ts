import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import { CallError } from '#lib/call-error.ts';
import { callPlatform, type CallResult } from './call.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

/** Refusals that come before the platform looks at the attempt: they say nothing of what an earlier request of it has done. */
export const refusedBeforeStart: readonly (number | null)[] = [401, 403, 404, 429];

/** Only what names its attempt may be sent again by itself: the platform then recognises it. */
const mayRepeat = (input: unknown): boolean => typeof (input as { idempotencyKey?: unknown }).idempotencyKey === 'string';

/** How long a request waits for an earlier one of its attempt that the platform is still working on. Milliseconds. */
const longestUnderWayMs = 60_000;

const isUnderWay = (error: unknown): boolean => error instanceof CallError && error.code === 'idempotency_key_in_use';

const isUnknown = (error: unknown): boolean => !(error instanceof CallError) || error.status === null || error.status >= 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A call that is repeated by itself where that is safe, also while the platform still works on an earlier request of its attempt:
 * that one's outcome is what was asked for. What one request left unknown stays unknown whatever refuses the next to
 * look: the failure is then the earlier one.
 * @throws {CallError} as `call` does
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
