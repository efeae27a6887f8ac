import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Shape } from '#contract/types.ts';
import { attemptAt, noteSent, noteUnsent, openAttempt, settleAttempt, type Attempt } from '#lib/attempts.ts';
import type { CallError } from '#lib/call-error.ts';
import { toastDurations } from '#ui/Toast/toast.ts';
import { readKey } from '#billing/shared/queries.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { useWrite } from '#billing/shared/write.ts';
import { isCertain } from '#billing/shared/payment/attempt-state.ts';
import { problemOf, type ChangeOutcome } from './change-outcome.ts';
import { changeUnderWay, keepChange, type ChangeFacts } from './change-under-way.ts';
import { intentOf } from './use-confirm-change.ts';
import { within } from './wait-limit.ts';

/** What is asked for: the body of the update, with the quote that its member saw. */
export type ChangeOrder = Shape<'SubscriptionUpdate'>;

/** The name under which attempts at changing the subscription are kept: one organization has one at a time. */
const action = 'subscription';

export interface SendChange {
  /**
   * Sends the change under the key of its attempt. The same order about the same sum is the same attempt, so that a
   * second press or another try after a lost connection does nothing twice. A failure is told by a toast as well.
   * @param totalCents the sum that the member agreed to
   * @param facts kept until the change is told of, whoever finds out that it went through
   */
  readonly send: (order: ChangeOrder, totalCents: number, facts: ChangeFacts) => Promise<ChangeOutcome>;
  /** Sends an attempt whose outcome is unknown again, to the letter. Null when there is none. */
  readonly sendAgain: () => Promise<ChangeOutcome | null>;
}

const tooLong = 'This takes longer than it should. Check again: you will not be charged twice.';

/**
 * The one way to change plan or spend cap.
 * @param failure the sentence of a failure, around the platform's words
 */
export function useSendChange(slug: string, failure: (message: string) => string): SendChange {
  const client = useQueryClient();
  const failed = useRef<CallError | null>(null);
  const { write } = useWrite('updateSubscription', {
    place: 'toast',
    durationMs: toastDurations.long,
    failure,
    onFailure: (error) => {
      failed.current = error;
    },
  });

  const run = async (open: Attempt, order: ChangeOrder): Promise<ChangeOutcome> => {
    const wasUnknown = open.sent !== null;
    const attempt = noteSent(slug, action, open, order);
    failed.current = null;
    const result = await within(write({ params: { slug }, body: order, idempotencyKey: attempt.key }), 'late');
    if (result === 'late') return { kind: 'unknown', message: tooLong, error: null };
    if (result === null) return problemAfter(attempt, failed.current, wasUnknown);
    settleAttempt(slug, action);
    const secret = result.data.pending_payment_intent_secret;
    if (secret === null) return { kind: 'done' };
    const change = changeUnderWay(slug);
    if (change) keepChange(slug, { ...change, intent: intentOf(secret) });
    return { kind: 'pending_payment', secret };
  };

  const problemAfter = (attempt: Attempt, error: CallError | null, wasUnknown: boolean): ChangeOutcome => {
    if (error === null) return { kind: 'unknown', message: tooLong, error };
    const problem = problemOf(error, wasUnknown);
    if (problem.kind === 'unknown') return problem;
    if (isCertain(problem.kind === 'declined' ? 'declined' : 'refused', error)) settleAttempt(slug, action);
    else noteUnsent(slug, action, attempt);
    // Who else changed the organization, or took a right away, must show, however fresh the cache is.
    if (problem.kind === 'in_the_way' || problem.kind === 'refused') void refresh(client, slug, 'subscription');
    if (error.status === 403) void client.invalidateQueries({ queryKey: readKey('getPermissions', {}) });
    return problem;
  };

  return {
    send: (order, totalCents, facts) => {
      const { tier, payment_method: method = 'none' } = order;
      keepChange(slug, { ...facts, tier, paidWith: order.payment_method ?? null, intent: null });
      return run(attemptAt(slug, action, JSON.stringify([tier, totalCents, method, order.quote_id ?? null])), order);
    },
    sendAgain: async () => {
      const open = openAttempt(slug, action);
      return open?.sent ? run(open, open.sent as ChangeOrder) : null;
    },
  };
}

/** The order of an attempt whose outcome is not known, as after a reload or a lost connection; null when there is none. */
export function unknownOrder(slug: string): ChangeOrder | null {
  const open = openAttempt(slug, action);
  return open?.sent ? (open.sent as ChangeOrder) : null;
}
