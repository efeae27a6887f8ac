/** For lost cards, stolen cards and fraud, the message is `plain`: the payer must not learn that a card was reported. */

const later = 'Your card could not be processed just now. Please try again in a few minutes.';
const plain = 'Your card was declined. Please use a different card or contact your bank.';

/** By error code or decline code, including all published decline codes. */
export const declineMessages: Readonly<Record<string, string>> = {
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
  processing_error: later,
  try_again_later: later,
  approve_with_id: later,
  issuer_not_available: 'Your bank could not be reached. Please try again in a few minutes.',
  reenter_transaction: later,
  duplicate_transaction:
    'A payment of the same amount was made with this card just now. Check whether it has gone through before you try again.',
  invalid_amount: 'Your bank does not allow a payment of this amount. Please use a different card or contact your bank.',
  new_account_information_available: 'Your bank has replaced this card. Please use the new one.',
  mobile_device_authentication_required: 'Your bank asks you to confirm this payment.',
  testmode_decline: 'Only test cards can be used here.',
  test_mode_decline: 'Only test cards can be used here.',
  // Codes whose reason does not help the cardholder or must not be shown.
  call_issuer: plain,
  do_not_honor: plain,
  do_not_try_again: plain,
  fraudulent: plain,
  generic_decline: plain,
  highest_risk_level: plain,
  incorrect_pin: plain,
  invalid_account: plain,
  invalid_pin: plain,
  lost_card: plain,
  merchant_blacklist: plain,
  no_action_taken: plain,
  not_permitted: plain,
  offline_pin_required: plain,
  online_or_offline_pin_required: plain,
  pickup_card: plain,
  pin_try_exceeded: plain,
  restricted_card: plain,
  revocation_of_all_authorizations: plain,
  revocation_of_authorization: plain,
  security_violation: plain,
  service_not_allowed: plain,
  stolen_card: plain,
  stop_payment_order: plain,
  transaction_not_allowed: plain,
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

/** The gateway's error code takes precedence over the bank's decline code. */
export function declineMessage(code: string | null, declineCode: string | null): string {
  return declineMessages[code ?? ''] ?? declineMessages[declineCode ?? ''] ?? plain;
}
