import { fillText } from '#lib/texts/fill.ts';
import { changeRefusals, rareNoticeTexts } from '#lib/texts/rare-notices.ts';
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

/** Returns whether the bank declined the card. Returns false if the gateway refused the request, or if a challenge failed. */
export const isBankDecline = (code: string | null, declineCode: string | null): boolean =>
  declineCode !== null || Object.hasOwn(declineCodes, code ?? '');

/** Members see a generic decline for all other codes. */
const tellable: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'approve_with_id',
  'reenter_transaction',
  'duplicate_transaction',
  'invalid_amount',
  'new_account_information_available',
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

/** @param wasPaid true if the change was paid, so that the payment is refunded */
export const notApplied = (why: ChangeFailure, wasPaid: boolean): PlatformError =>
  wasPaid
    ? new PlatformError('change_not_applied', fillText(changeRefusals.notAppliedAnswer, { why: rareNoticeTexts[why] }))
    : new PlatformError('conflict', changeRefusals.notAppliedUnpaid);

export function declinedError(code: string | null, declineCode: string | null): PlatformError {
  const shownCode = declineCode === null ? null : tellable.has(declineCode) ? declineCode : 'generic_decline';
  return new PlatformError(declineCodes[code ?? ''] ?? 'payment_failed', declineMessage(code, shownCode), {
    body: shownCode === null ? {} : { decline_code: shownCode },
  });
}
