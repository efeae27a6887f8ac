import type { OpenRequest } from '#lib/browser/payment-attempts.ts';
import type { CallError } from '#lib/call-error.ts';

/**
 * State of a payment attempt. Nothing is charged if it is `declined`, `refused` or `notConfirmed` (the bank's challenge failed).
 * - `unknown`: no response arrived, so the request may have been executed
 * - `challenge`: the bank's page is open
 * - `confirming`: the platform checks the payment
 * - `leftOpen`: the payer must act
 * - `processing`: the bank is processing the payment
 */
export type RestingKind = 'idle' | 'unknown' | 'leftOpen' | 'processing' | 'succeeded' | 'declined' | 'refused' | 'notConfirmed';
export type BusyKind = 'checkingCard' | 'sending' | 'challenge' | 'confirming';
export type AttemptKind = RestingKind | BusyKind;

export interface PaymentAttempt {
  readonly kind: AttemptKind;
  /** Request whose key is in use. Only this field is stored across reloads. */
  readonly open: OpenRequest | null;
  /** True if an earlier request with this key got no response, so a rejection before processing is not final. */
  readonly wasUnknown: boolean;
  /** Client secret of a payment that can be continued. */
  readonly secret: string | null;
  readonly message: string | null;
  readonly error: CallError | null;
  /** Resting state before the current work. The dialog shows this state until the work ends. */
  readonly from: RestingKind;
}

export type AttemptEvent =
  | { readonly type: 'prepared' }
  /** The card or the captcha can't be used. The message is null if the fields show the error. */
  | { readonly type: 'stopped'; readonly message: string | null }
  /** The request is sent with this key. If a request with the same `about` is still open, the key of that request is used instead. */
  | { readonly type: 'sent'; readonly about: string; readonly request: unknown; readonly key: string }
  | { readonly type: 'resent' }
  | { readonly type: 'captchaRequired' }
  | { readonly type: 'failed'; readonly message: string; readonly error: CallError }
  | { readonly type: 'timedOut'; readonly message: string }
  | { readonly type: 'answered'; readonly answer: AttemptAnswer }
  | { readonly type: 'resumed'; readonly secret: string }
  | { readonly type: 'challenged'; readonly outcome: ChallengeOutcome; readonly needsConfirm: boolean }
  | { readonly type: 'checked'; readonly secret: string }
  | { readonly type: 'confirmed'; readonly outcome: ConfirmOutcome }
  | { readonly type: 'broke'; readonly message: string }
  /** Hides the failure. Either the member has changed the choice, or the error is shown elsewhere. */
  | { readonly type: 'dismissed' };

export type AttemptAnswer =
  | { readonly kind: 'succeeded' | 'processing' | 'dropped' }
  | { readonly kind: 'refused'; readonly message: string; readonly error?: CallError }
  /**
   * `keepsRequest` is true if the platform does not report the open request later, so that the tab must store it. `isPaidHere` is true if
   * this page opens the bank's challenge at once.
   */
  | { readonly kind: 'needsPayer'; readonly secret: string; readonly keepsRequest: boolean; readonly isPaidHere: boolean };

/** `failed`: not paid; needs another card or attempt. `abandoned`: the outcome is open; the same payment can be continued. */
export type ChallengeOutcome =
  | { readonly kind: 'succeeded' | 'processing' }
  | { readonly kind: 'failed' | 'abandoned'; readonly message: string };

export type ConfirmOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'processing'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly error: CallError };

/** Returns true if a client secret belongs to a card setup, and false if it belongs to a payment. */
export const isSetupSecret = (clientSecret: string): boolean => clientSecret.startsWith('seti_');
