/** Member messages for declined cards. Lost, stolen and fraud read as plain declines, because the holder must not learn of a report. */

const plain = 'Your card was declined. Please use a different card or contact your bank.';

const messages: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds. Please use a different card.',
  withdrawal_count_limit_exceeded: 'Your card is over its limit. Please use a different card.',
  card_velocity_exceeded: 'Your card is over its limit or was used too often. Please wait, or use a different card.',
  expired_card: 'Your card has expired. Please use a different card.',
  incorrect_cvc: "Your card's security code is wrong. Please check it and try again.",
  invalid_cvc: "Your card's security code is wrong. Please check it and try again.",
  incorrect_number: 'Your card number is wrong. Please check it and try again.',
  invalid_number: 'Your card number is wrong. Please check it and try again.',
  invalid_expiry_month: "Your card's expiration date is wrong. Please check it and try again.",
  invalid_expiry_year: "Your card's expiration date is wrong. Please check it and try again.",
  incorrect_zip: 'The postal code does not match your card. Please check it and try again.',
  incorrect_address: 'The address does not match your card. Please check it and try again.',
  processing_error: 'Your card could not be processed just now. Please try again in a few minutes.',
  try_again_later: 'Your card could not be processed just now. Please try again in a few minutes.',
  issuer_not_available: 'Your bank could not be reached. Please try again in a few minutes.',
  card_not_supported: 'Your card does not support this kind of payment. Please use a different card.',
  currency_not_supported: 'Your card does not support this currency. Please use a different card.',
  authentication_required: 'Your bank asks you to confirm this payment.',
  authentication_not_handled: 'Your bank asks you to confirm this payment.',
  payment_intent_authentication_failure: 'Your bank could not confirm that it is you. Please try again or use a different card.',
  setup_intent_authentication_failure: 'Your bank could not confirm that it is you. Please try again or use a different card.',
  amount_too_small:
    'The charge is below $0.50, the least that a card can be charged. Your card is fine. The sum changes with time: try again later, or contact support.',
  test_mode_live_card: 'Only test cards can be used here.',
  live_mode_test_card: 'A test card cannot be used for a real payment. Please use a different card.',
};

export function declineMessage(code: string | null, declineCode: string | null): string {
  return messages[declineCode ?? ''] ?? messages[code ?? ''] ?? plain;
}
