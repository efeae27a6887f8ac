import type { CallError } from '#lib/call-error.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';

/** `message` comes from the platform; typed input is kept. */
export type ChangeProblem =
  /** Card declined, nothing charged. The next press is a new attempt. */
  | { readonly kind: 'declined'; readonly message: string; readonly error: CallError | null }
  /** The price has changed, nothing charged. The member must agree to the new one. */
  | { readonly kind: 'price_changed'; readonly message: string }
  /** Another change waits for payment and must be continued or canceled first. */
  | { readonly kind: 'in_the_way'; readonly message: string }
  /** Refused for another reason, without effect. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: CallError | null }
  /** Paid, but no longer possible. The payment is refunded. */
  | { readonly kind: 'refunded'; readonly message: string; readonly error: CallError }
  /** No response, or an unclear one. A retry with the same key is safe and returns the outcome. */
  | { readonly kind: 'unknown'; readonly message: string; readonly error: CallError | null }
  /** Payment not confirmed: the bank's challenge failed or was abandoned. */
  | { readonly kind: 'not_confirmed'; readonly message: string }
  /** The bank has not answered yet; the same payment can be continued. */
  | { readonly kind: 'left_open'; readonly message: string };

const unknownFromBefore = 'An attempt to change the plan was interrupted before its response arrived.';

export function changeProblem({ kind, message: words, error }: PaymentAttempt): ChangeProblem | null {
  const message = words ?? '';
  switch (kind) {
    case 'unknown':
      return { kind, message: words ?? unknownFromBefore, error };
    case 'declined':
      return { kind, message, error };
    case 'notConfirmed':
      return { kind: 'not_confirmed', message };
    case 'leftOpen':
      return words === null ? null : { kind: 'left_open', message };
    case 'refused':
      if (error?.code === 'quote_changed') return { kind: 'price_changed', message };
      if (error?.code === 'change_not_applied') return { kind: 'refunded', message, error };
      return error?.status === 409 ? { kind: 'in_the_way', message } : { kind, message, error };
    default:
      return null;
  }
}

/** Message for a payment that the bank is processing, also during a new check; null otherwise. */
export function processingMessage({ kind, from, message }: PaymentAttempt): string | null {
  return kind === 'processing' || (kind === 'confirming' && from === 'processing') ? (message ?? '') : null;
}
