import { fillText } from '#lib/texts/fill.ts';
import { changeRefusals, subscriptionTexts } from '#lib/texts/subscription.ts';
import type { ChangeFailure } from '#server/domain/state-steps.ts';
import { PlatformError, type FailureCode } from '#server/platform-error.ts';
import { declineMessage } from '#server/gateway/decline-messages.ts';

const declineCodes: Readonly<Record<string, FailureCode>> = {
  card_declined: 'card_declined',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  processing_error: 'processing_error',
  authentication_required: 'authentication_required',
};

/** Whether a bank has refused the card, and not the gateway the request or the payer the challenge. */
export const isBankDecline = (code: string | null, declineCode: string | null): boolean =>
  declineCode !== null || Object.hasOwn(declineCodes, code ?? '');

/** Told as they are; every other reason of a bank is a plain decline. */
const tellable: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'card_not_supported',
  'currency_not_supported',
  'issuer_not_available',
  'try_again_later',
  'processing_error',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
]);

/**
 * The answer to a member whose change could no longer be applied when its payment, or the setup of its card, was done.
 * @param wasPaid whether there is a payment to refund
 */
export const notApplied = (why: ChangeFailure, wasPaid: boolean): PlatformError =>
  wasPaid
    ? new PlatformError('change_not_applied', fillText(changeRefusals.notAppliedAnswer, { why: subscriptionTexts[why] }))
    : new PlatformError('conflict', changeRefusals.notAppliedUnpaid);

/** The answer to a member whose card was refused. */
export function declinedError(code: string | null, declineCode: string | null): PlatformError {
  const shownCode = declineCode === null ? null : tellable.has(declineCode) ? declineCode : 'generic_decline';
  return new PlatformError(declineCodes[code ?? ''] ?? 'payment_failed', declineMessage(code, shownCode), {
    body: shownCode === null ? {} : { decline_code: shownCode },
  });
}
