import { useRef } from 'react';
import { attemptAt, settleAttempt } from '#lib/attempts.ts';
import type { CallError } from '#lib/call-error.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useWrite } from '#billing/shared/write.ts';
import { problemOf, type ChangeOutcome } from './change-outcome.ts';
import { within } from './wait-limit.ts';

const action = 'confirm-subscription';
const tooLong = 'The payment is not confirmed yet. Check again in a moment: you will not be charged twice.';

const signedOut = 'Your session has ended. Sign in again in another tab, then check again.';

/** The id of the payment that a secret belongs to. */
export const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? '';

/**
 * Tells the platform that a payment may have succeeded. It looks for itself; "still pending" is an answer too, and its
 * words are shown without anything being refreshed.
 */
export function useConfirmChange(slug: string): (secret: string) => Promise<ChangeOutcome> {
  const failed = useRef<CallError | null>(null);
  const { write } = useWrite('confirmSubscription', {
    place: 'toast',
    durationMs: toastDurations.long,
    failure: (message) => message,
    onFailure: (error) => {
      failed.current = error;
    },
  });
  return async (secret) => {
    failed.current = null;
    const intent = intentOf(secret);
    const { key } = attemptAt(slug, action, intent);
    const result = await within(write({ params: { slug }, body: { payment_intent_id: intent }, idempotencyKey: key }), 'late');
    if (result === 'late') return { kind: 'processing', message: tooLong, secret };
    if (result === null) {
      const error = failed.current as CallError | null;
      const problem = error ? problemOf(error) : ({ kind: 'unknown', message: tooLong, error: null } as const);
      // The platform charges nothing for a payment that was refused or taken back. Whatever else it says, as of a session that has
      // ended meanwhile, says nothing of the payment, which the bank has confirmed.
      const isOver = problem.kind === 'declined' || error?.code === 'conflict';
      if (!isOver) return { kind: 'processing', message: error?.status === 401 ? signedOut : problem.message, secret };
      settleAttempt(slug, action);
      return problem;
    }
    const message = result.status === 202 ? result.data.message : undefined;
    if (message !== undefined) {
      toast({ message, severity: 'info', durationMs: toastDurations.long });
      return { kind: 'processing', message, secret };
    }
    settleAttempt(slug, action);
    return { kind: 'done' };
  };
}
