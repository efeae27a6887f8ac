import type { CallError } from '#lib/call-error.ts';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';

/** Why a change is not made. `message` is the platform's; what was typed stays. */
export type ChangeProblem =
  /** The card was declined. Nothing was charged; the next press is a new attempt. */
  | { readonly kind: 'declined'; readonly message: string; readonly error: CallError | null }
  /** The price moved since it was shown. Nothing was charged; the new one has to be agreed to. */
  | { readonly kind: 'price_changed'; readonly message: string }
  /** Another change waits for its payment: it has to be continued or canceled first. */
  | { readonly kind: 'in_the_way'; readonly message: string }
  /** Refused for another reason. Nothing happened. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: CallError | null }
  /** Paid, but it could no longer be made. The payment is refunded. */
  | { readonly kind: 'refunded'; readonly message: string; readonly error: CallError }
  /** No answer, or none that says what happened. Asking again with the same key finds out and does nothing twice. */
  | { readonly kind: 'unknown'; readonly message: string; readonly error: CallError | null }
  /** The bank did not confirm the payment: a challenge failed or was given up. */
  | { readonly kind: 'not_confirmed'; readonly message: string }
  /** The bank has not answered yet: the same payment can be continued. */
  | { readonly kind: 'left_open'; readonly message: string };

const unknownFromBefore = 'An attempt to change the plan was broken off before its answer came.';

/** What an attempt at a change says of it; null while nothing is wrong. */
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

/** What is said of a payment that the bank takes its time for, also while it is looked at again; null for any other. */
export function processingMessage({ kind, from, message }: PaymentAttempt): string | null {
  return kind === 'processing' || (kind === 'confirming' && from === 'processing') ? (message ?? '') : null;
}
