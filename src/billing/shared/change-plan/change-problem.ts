import type { CallError } from '#lib/call-error.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';

/** Reason why a change was not made. `message` comes from the platform. The form keeps the typed input. */
export type ChangeProblem =
  /** The card was declined, and nothing was charged. The next press is a new attempt. */
  | { readonly kind: 'declined'; readonly message: string; readonly error: CallError | null }
  /** The price has changed, and nothing was charged. The member must agree to the new price. */
  | { readonly kind: 'price_changed'; readonly message: string }
  /** Another change waits for its payment. The member must continue or cancel that change first. */
  | { readonly kind: 'in_the_way'; readonly message: string }
  /** The platform rejected the change for another reason. Nothing was changed. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: CallError | null }
  /** The payment succeeded, but the change is no longer possible. The payment is refunded. */
  | { readonly kind: 'refunded'; readonly message: string; readonly error: CallError }
  /** No response arrived, or the response is unclear. A retry with the same key is safe and returns the outcome. */
  | { readonly kind: 'unknown'; readonly message: string; readonly error: CallError | null }
  /** The payment is not confirmed, because the bank's challenge failed or was abandoned. */
  | { readonly kind: 'not_confirmed'; readonly message: string }
  /** The bank has not answered yet. The member can continue the same payment. */
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

/** Returns the message for a payment that the bank is processing, even while the page checks the payment again. Otherwise null. */
export function processingMessage({ kind, from, message }: PaymentAttempt): string | null {
  return kind === 'processing' || (kind === 'confirming' && from === 'processing') ? (message ?? '') : null;
}
