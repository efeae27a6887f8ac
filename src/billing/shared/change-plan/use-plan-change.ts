import { useQueryClient } from '@tanstack/react-query';
import type { CallInput, Shape } from '#contract/types.ts';
import { paymentActions, requestKey, saveRequest } from '#lib/browser/payment-attempts.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { withinTime } from '#lib/within-time.ts';
import { toastDurations, toast } from '#ui/Toast/toast.ts';
import { readKey, readOptions } from '#billing/shared/data/queries.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import type { ConfirmOutcome, PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { outcomeOfFailure } from '#billing/shared/payment/payment-attempt.ts';
import { longestBusyMs } from '#billing/shared/payment/attempt-steps.ts';
import { usePaymentAttempt, type PaymentAttemptRun } from '#billing/shared/payment/use-payment-attempt.ts';
import { changeUnderWay, confirmAction, keepChange, type ChangeFacts } from './remembered-change.ts';

const confirmTooLong = 'The payment is not confirmed yet. Check again in a moment: you will not be charged twice.';
const signedOut = 'Your session has ended. Sign in again in another tab, then check again.';

export const intentOf = (secret: string): string => secret.split('_secret_')[0] ?? '';

/** Confirms a paid change. If the payment is still pending, shows the platform's message and reloads nothing. */
function useConfirmChange(slug: string): (secret: string) => Promise<ConfirmOutcome> {
  const { write } = useWrite('confirmSubscription', { place: 'toast', failure: (message) => message });
  return async (secret) => {
    const intent = intentOf(secret);
    const key = requestKey(slug, confirmAction, intent);
    const result = await withinTime(
      write({ params: { slug }, body: { payment_intent_id: intent }, idempotencyKey: key }),
      'late',
      longestBusyMs,
    );
    if (result === 'late') return { kind: 'processing', message: confirmTooLong };
    if (result.ok) {
      const message = result.answer.status === 202 ? result.answer.data.message : undefined;
      if (message === undefined) saveRequest(slug, confirmAction, null);
      else toast({ message, severity: 'info', durationMs: toastDurations.long });
      return message === undefined ? { kind: 'succeeded' } : { kind: 'processing', message };
    }
    const { error } = result;
    // These errors are final. Other errors, such as an expired session, leave the state of the payment unknown.
    const isOver = outcomeOfFailure(error, false) === 'declined' || error.code === 'conflict' || error.code === 'change_not_applied';
    if (!isOver) return { kind: 'processing', message: error.status === 401 ? signedOut : error.message };
    saveRequest(slug, confirmAction, null);
    return { kind: 'failed', message: error.message, error };
  };
}

/** Request body of a change, with the quote that the member saw. */
export type ChangeOrder = Shape<'SubscriptionUpdate'>;

export interface PlanChangeOptions {
  readonly slug: string;
  readonly failure: (message: string) => string;
  /** True if the dialog completes the payment; otherwise the member continues it in the subscription section. */
  readonly isPaidHere: boolean;
  readonly start?: PaymentAttempt;
  readonly onRest: (attempt: PaymentAttempt) => Promise<boolean | void> | boolean | void;
}

export interface PlanChange extends Omit<PaymentAttemptRun<'updateSubscription'>, 'submit'> {
  /** Requests with the same order and amount share an idempotency key, so a second press or a retry has no second effect. */
  readonly submit: (wish: ChangeWish, card?: CardHandle | null) => Promise<PaymentAttempt>;
}

export interface ChangeWish {
  readonly order: ChangeOrder;
  /** Amount in cents that the member agreed to. */
  readonly totalCents: number;
  /** Facts of the change. They are stored until a dialog has announced that the change succeeded. */
  readonly facts: ChangeFacts;
}

export function usePlanChange({ slug, failure, isPaidHere, start, onRest }: PlanChangeOptions): PlanChange {
  const client = useQueryClient();
  const confirm = useConfirmChange(slug);
  const run = usePaymentAttempt({
    slug,
    call: 'updateSubscription',
    action: paymentActions.planChange,
    ...(start && { start }),
    confirm,
    withCaptcha: (input, token) => ({ ...input, body: { ...input.body, hcaptcha_token: token } }),
    readAnswer: ({ data: { pending_payment_intent_secret: secret, amounts } }) => {
      const change = changeUnderWay(slug);
      if (change) keepChange(slug, { ...change, intent: secret === null ? null : intentOf(secret), ...(amounts && { amounts }) });
      if (secret === null) return { kind: 'succeeded' };
      return { kind: 'needsPayer', secret, keepsRequest: false, isPaidHere };
    },
    onFailure: ({ message, status }) => {
      toast({ message: failure(message), severity: 'error', durationMs: toastDurations.long });
      if (status === 403) void client.invalidateQueries({ queryKey: readKey('getPermissions', {}) });
    },
    onRest: async (attempt) => {
      const { kind, message, error } = attempt;
      // Reloads even a recent response, because another member may have changed the subscription.
      if (kind === 'refused' && error && error.code !== 'quote_changed') void refreshReads(client, slug, 'subscription');
      if (kind === 'notConfirmed' || (kind === 'leftOpen' && message !== null))
        toast({ message: texts.couldNotConfirmPayment, severity: 'error', durationMs: toastDurations.long });
      // Reading the subscription makes the platform check the payment and allow another attempt.
      if (kind === 'notConfirmed')
        await client
          .fetchQuery({ ...readOptions('getSubscription', { params: { slug } }), staleTime: 0, retry: false })
          .catch(() => undefined);
      return onRest(attempt);
    },
  });
  return {
    ...run,
    submit: ({ order, totalCents, facts }, card = null) =>
      run.submit({
        card,
        toRequest: (chosen) => {
          const { id, ...details } = chosen ?? {};
          const body: ChangeOrder = { ...order, ...(id !== undefined && { payment_method: id }), ...details };
          keepChange(slug, { ...facts, tier: order.tier, paidWith: id ?? null, intent: null });
          const input: CallInput<'updateSubscription'> = { params: { slug }, body };
          return { about: JSON.stringify([order.tier, totalCents, id ?? 'none', order.quote_id ?? null]), input };
        },
      }),
  };
}
