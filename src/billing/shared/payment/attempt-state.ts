import type { CallError } from '#lib/call-error.ts';
import { notEvenBegun } from '#lib/patient-call.ts';

/**
 * How far a payment that was asked for has come.
 * - `not-sent`: nothing has been asked for
 * - `sending`: the platform is working on it
 * - `unknown`: it was asked for and no answer came; it may have happened
 * - `waiting`: it was answered, and waits for its payer at the bank
 * - `declined`: refused by the bank, nothing was charged
 * - `refused`: refused by the platform, nothing was charged
 * - `answered`: the platform has answered; what it says is the caller's matter
 */
export type AttemptKind = 'not-sent' | 'sending' | 'unknown' | 'waiting' | 'declined' | 'refused' | 'answered';

/** Failures after which the very same request is to be sent again. */
const openEnded: readonly string[] = ['idempotency_key_in_use', 'payment_outcome_unknown', 'gateway_unavailable'];

/**
 * What a failure says of the attempt.
 * @param wasUnknown an earlier request of the same attempt got no answer, so this refusal says nothing about that one
 */
export function kindAfter(error: CallError, wasUnknown: boolean): 'unknown' | 'declined' | 'refused' {
  if (error.status === null || error.status >= 500 || openEnded.includes(error.code)) return 'unknown';
  if (wasUnknown && notEvenBegun.includes(error.status)) return 'unknown';
  return error.status === 402 ? 'declined' : 'refused';
}

/** True where the next attempt must have a new key: this one's outcome is certain. */
export const isCertain = (kind: AttemptKind, error: CallError | null): boolean =>
  kind === 'declined' || (kind === 'refused' && !notEvenBegun.includes(error?.status ?? null));
