import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import { call, type CallResult } from './call.ts';
import { CallError } from './call-error.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

/** Refusals that come before the platform looks at the attempt: they say nothing of what an earlier request of it has done. */
export const notEvenBegun: readonly (number | null)[] = [401, 403, 404, 429];

/** Only what names its attempt may be sent again by itself: the platform then recognises it. */
const mayRepeat = (input: unknown): boolean => typeof (input as { idempotencyKey?: unknown }).idempotencyKey === 'string';

const isUnknown = (error: unknown): boolean => !(error instanceof CallError) || error.status === null || error.status >= 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A call that is repeated by itself where that is safe. What one request left unknown stays unknown whatever refuses the next to
 * look: the failure is then the earlier one.
 * @throws {CallError} as `call` does
 */
export async function callWithPatience<N extends CallName>(
  name: N,
  input: CallInput<N>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<CallResult<N>> {
  let unknown: unknown = null;
  for (let failures = 0; ; failures += 1) {
    try {
      return await call(name, input);
    } catch (error) {
      if (isUnknown(error)) unknown = error;
      if (mayRepeat(input) && shouldRetry(failures, error)) await pause(retryDelayMs(failures, error));
      else throw unknown !== null && error instanceof CallError && notEvenBegun.includes(error.status) ? unknown : error;
    }
  }
}
