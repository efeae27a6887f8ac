import type { OpenRequest } from '#lib/browser/payment-attempts.ts';
import type { CallError } from '#lib/call-error.ts';

/**
 * How far a payment has come.
 * - `idle`: nothing was asked for
 * - `checkingCard`: card and captcha are checked
 * - `sending`: the platform is working on it
 * - `unknown`: it was sent and no answer came; it may have happened
 * - `challenge`: the bank's page is open
 * - `confirming`: the platform looks at the payment
 * - `leftOpen`: the payment waits for its payer
 * - `processing`: the bank takes its time
 * - `succeeded`: paid, or saved
 * - `declined`: the card was refused, nothing was charged
 * - `refused`: refused for another reason, nothing was charged
 * - `notConfirmed`: the bank's challenge failed, nothing was charged
 */
export type RestingKind = 'idle' | 'unknown' | 'leftOpen' | 'processing' | 'succeeded' | 'declined' | 'refused' | 'notConfirmed';
export type BusyKind = 'checkingCard' | 'sending' | 'challenge' | 'confirming';
export type AttemptKind = RestingKind | BusyKind;

export interface PaymentAttempt {
  readonly kind: AttemptKind;
  /** The request whose key is still in use; all that is remembered over a reload. */
  readonly open: OpenRequest | null;
  /** An earlier request with this key got no answer, so a refusal before the start says nothing about that one. */
  readonly wasUnknown: boolean;
  /** Client secret of the payment, while there is one to go on with. */
  readonly secret: string | null;
  /** What the platform or the bank said last. */
  readonly message: string | null;
  readonly error: CallError | null;
  /** Where the work began: the dialog keeps showing that. */
  readonly from: RestingKind;
}

export type AttemptEvent =
  /** The button was pressed. */
  | { readonly type: 'prepared' }
  /** Card or captcha are not usable; null where that is shown at the fields. */
  | { readonly type: 'stopped'; readonly message: string | null }
  /** `key` is used unless a request about the same is open. */
  | { readonly type: 'sent'; readonly about: string; readonly request: unknown; readonly key: string }
  | { readonly type: 'resent' }
  /** The platform wants a captcha before it looks at the request. */
  | { readonly type: 'captchaRequired' }
  | { readonly type: 'failed'; readonly message: string; readonly error: CallError }
  | { readonly type: 'timedOut'; readonly message: string }
  | { readonly type: 'answered'; readonly answer: AttemptAnswer }
  /** The member goes on with a payment that waits. */
  | { readonly type: 'resumed'; readonly secret: string }
  | { readonly type: 'challenged'; readonly outcome: ChallengeOutcome; readonly needsConfirm: boolean }
  | { readonly type: 'checked'; readonly secret: string }
  | { readonly type: 'confirmed'; readonly outcome: ConfirmOutcome }
  /** Something unexpected was thrown. */
  | { readonly type: 'broke'; readonly message: string }
  /** The member turns to something else. */
  | { readonly type: 'dismissed' };

/** What an answer says of the payment. */
export type AttemptAnswer =
  | { readonly kind: 'succeeded' | 'processing' | 'dropped' }
  | { readonly kind: 'refused'; readonly message: string; readonly error?: CallError }
  /**
   * The payment waits for its payer.
   * @param keepsRequest whether this tab has to remember that, because the platform does not tell
   * @param isPaidHere whether the bank's challenge follows at once
   */
  | { readonly kind: 'needsPayer'; readonly secret: string; readonly keepsRequest: boolean; readonly isPaidHere: boolean };

/**
 * How the bank's challenge ended.
 * - `failed`: not paid for certain; another card or another attempt is needed
 * - `abandoned`: not known, or left open: the same payment can be gone on with
 */
export type ChallengeOutcome =
  | { readonly kind: 'succeeded' | 'processing' }
  | { readonly kind: 'failed' | 'abandoned'; readonly message: string };

export type ConfirmOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'processing'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly error: CallError };

/** Whether a client secret is of a card that is saved, and not of a payment. */
export const isSetupSecret = (clientSecret: string): boolean => clientSecret.startsWith('seti_');
