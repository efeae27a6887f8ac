import type { CallError } from '#lib/call-error.ts';
import { kindAfter } from '#billing/shared/payment/attempt-state.ts';

/** Something that kept a change from being made. `message` is the platform's; what was typed stays. */
export type ChangeProblem =
  /** The card was refused. Nothing was charged; the next press is a new attempt. */
  | { readonly kind: 'declined'; readonly message: string; readonly error: CallError }
  /** The price moved since it was shown. Nothing was charged; the new one has to be agreed to. */
  | { readonly kind: 'price_changed'; readonly message: string }
  /** A change of somebody waits for its payment: it has to be continued or canceled first. */
  | { readonly kind: 'in_the_way'; readonly message: string }
  /** Refused for another reason. Nothing happened. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: CallError | null }
  /** No answer, or none that says what happened. Asking again with the same key finds out and does nothing twice. */
  | { readonly kind: 'unknown'; readonly message: string; readonly error: CallError | null }
  /** The bank did not confirm the payment: a challenge failed or was given up. */
  | { readonly kind: 'not_confirmed'; readonly message: string }
  /** The bank has not answered yet: the same payment can be gone on with. */
  | { readonly kind: 'left_open'; readonly message: string; readonly secret: string };

/** The way itself broke off: nobody knows what became of the change, and checking again finds out. */
export const brokenOff: ChangeProblem = {
  kind: 'unknown',
  message: 'Something unexpected happened. Check again: you will not be charged twice.',
  error: null,
};

/** What came of sending a change. */
export type ChangeOutcome =
  | { readonly kind: 'done' }
  /** The payment waits for its payer. */
  | { readonly kind: 'pending_payment'; readonly secret: string }
  /** The payment is on its way without anybody's help: the message says so, nothing is refreshed, nothing succeeded yet. */
  | { readonly kind: 'processing'; readonly message: string; readonly secret: string }
  | ChangeProblem;

/**
 * What a failed call says of the change.
 * @param wasUnknown an earlier request of the same attempt got no answer
 */
export function problemOf(error: CallError, wasUnknown = false): ChangeProblem {
  const { message, code } = error;
  switch (kindAfter(error, wasUnknown)) {
    case 'unknown':
      return { kind: 'unknown', message, error };
    case 'declined':
      return { kind: 'declined', message, error };
    case 'refused':
      if (code === 'quote_changed') return { kind: 'price_changed', message };
      return error.status === 409 ? { kind: 'in_the_way', message } : { kind: 'refused', message, error };
  }
}
