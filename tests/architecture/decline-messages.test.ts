import { expect, it } from 'vitest';
import { type Decline, declineReasons } from '#sandbox/cards/declines.ts';
import { declineMessage, declineMessages } from '#server/gateway/decline-messages.ts';

/** Decline codes for cards, as the gateway publishes them at docs.stripe.com/declines/codes. */
const published = `approve_with_id authentication_not_handled authentication_required call_issuer card_not_supported card_velocity_exceeded
  currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent generic_decline incorrect_address
  incorrect_cvc incorrect_number incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc
  invalid_expiry_month invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist
  mobile_device_authentication_required new_account_information_available no_action_taken not_permitted offline_pin_required
  online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card
  revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order
  test_mode_decline testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`.split(/\s+/);

it('has words for every decline code that the gateway publishes', () => {
  expect(published.filter((code) => !Object.hasOwn(declineMessages, code))).toEqual([]);
  for (const code of published) expect([code, declineMessage('card_declined', code)]).toEqual([code, expect.stringMatching(/^[A-Z].+\.$/)]);
});

it('has words for every decline that the sandbox can give', () => {
  const unknown = Object.values<Decline>(declineReasons).filter(
    ({ code, decline_code: declineCode }) =>
      ![code, declineCode].some((each) => each !== undefined && Object.hasOwn(declineMessages, each)),
  );
  expect(unknown).toEqual([]);
});

it.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent'])('tells the holder of a card nothing of %s', (code) => {
  expect(declineMessage('card_declined', code)).toBe(declineMessage('card_declined', 'generic_decline'));
});
