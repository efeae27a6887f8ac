import type { DeclineName } from './declines.ts';
import type { ChallengeRule, TestCard } from './card-behaviour.ts';

const plain = {
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  threeDSecure: 'not_enrolled',
  challenge: 'never',
  attach: null,
  charge: null,
  checks: { cvc: 'pass', postal: 'pass', line1: 'pass' },
  risk: { level: 'normal', score: 12, blocked: false },
  afterCharge: null,
  refund: 'at_once',
  settles: 'at_once',
  losesAnswer: false,
  fundsAtOnce: false,
} as const satisfies Partial<TestCard>;

function card(id: string, numbers: string, methodIds: string, says: string, differs: Partial<TestCard> = {}): TestCard {
  return { ...plain, id, numbers: words(numbers), methodIds: words(methodIds), says, ...differs };
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const refused = (name: DeclineName): Partial<TestCard> => ({ attach: name, charge: name });
const enrolled = (challenge: ChallengeRule, differs: Partial<TestCard> = {}): Partial<TestCard> => ({
  threeDSecure: 'enrolled',
  challenge,
  ...differs,
});

/** The test cards that Stripe publishes, and four additional cards. Any other card number is declined, so no real card is ever stored. */
export const testCards: readonly TestCard[] = [
  card('visa', '4242424242424242', 'pm_card_visa', 'Succeeds.'),
  card('visa_debit', '4000056655665556', 'pm_card_visa_debit', 'Succeeds; a debit card.', { funding: 'debit' }),
  card('mastercard', '5555555555554444 2223003122003222', 'pm_card_mastercard', 'Succeeds.', { brand: 'mastercard' }),
  card('mastercard_debit', '5200828282828210', 'pm_card_mastercard_debit', 'Succeeds; a debit card.', {
    brand: 'mastercard',
    funding: 'debit',
  }),
  card('mastercard_prepaid', '5105105105105100', 'pm_card_mastercard_prepaid', 'Succeeds; a prepaid card.', {
    brand: 'mastercard',
    funding: 'prepaid',
  }),
  card('amex', '378282246310005 371449635398431', 'pm_card_amex', 'Succeeds; no 3-D Secure, security code of four digits.', {
    brand: 'amex',
    threeDSecure: 'unsupported',
  }),
  card('discover', '6011111111111117 6011000990139424', 'pm_card_discover', 'Succeeds.', { brand: 'discover' }),
  card('discover_debit', '6011981111111113', 'pm_card_discover_debit', 'Succeeds; a debit card.', { brand: 'discover', funding: 'debit' }),
  card('diners', '3056930009020004 36227206271667', 'pm_card_diners', 'Succeeds.', { brand: 'diners' }),
  card('jcb', '3566002020360505', 'pm_card_jcb', 'Succeeds.', { brand: 'jcb', country: 'JP' }),
  card('unionpay', '6200000000000005', 'pm_card_unionpay', 'Succeeds.', { brand: 'unionpay', country: 'CN' }),

  card('declined', '4000000000000002', 'pm_card_chargeDeclined', 'Declined, no reason given.', refused('generic')),
  card(
    'insufficient_funds',
    '4000000000009995',
    'pm_card_chargeDeclinedInsufficientFunds',
    'Declined: insufficient funds.',
    refused('insufficientFunds'),
  ),
  card('lost', '4000000000009987', 'pm_card_chargeDeclinedLostCard', 'Declined: reported lost.', refused('lost')),
  card('stolen', '4000000000009979', 'pm_card_chargeDeclinedStolenCard', 'Declined: reported stolen.', refused('stolen')),
  card('expired', '4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'Declined: the card has expired.', refused('expired')),
  card(
    'incorrect_cvc',
    '4000000000000127',
    'pm_card_chargeDeclinedIncorrectCvc',
    'Declined: wrong security code.',
    refused('incorrectCvc'),
  ),
  card(
    'processing_error',
    '4000000000000119',
    'pm_card_chargeDeclinedProcessingError',
    'Declined: processing error.',
    refused('processingError'),
  ),
  card(
    'velocity',
    '4000000000006975',
    'pm_card_chargeDeclinedVelocityLimitExceeded',
    'Declined: too many attempts or over a limit.',
    refused('velocity'),
  ),
  card('declines_when_charged', '4000000000000341', 'pm_card_chargeCustomerFail', 'Can be saved; every charge is declined.', {
    charge: 'generic',
  }),
  card('lost_when_charged', '4000009990000039', 'pm_card_lostWhenCharged', 'Own number: can be saved; every charge is declined as lost.', {
    charge: 'lost',
  }),

  card(
    'auth_until_set_up',
    '4000002500003155',
    'pm_card_authenticationRequiredOnSetup',
    '3-D Secure, unless set up for payments without the customer.',
    enrolled('until_set_up'),
  ),
  card('auth_always', '4000002760003184', 'pm_card_authenticationRequired', '3-D Secure on every payment.', enrolled('always')),
  card(
    'auth_already_set_up',
    '4000003800000446',
    'pm_card_authenticationRequiredSetupForOffSession',
    '3-D Secure with the customer present; passes without.',
    enrolled('present'),
  ),
  card(
    'auth_then_insufficient_funds',
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    '3-D Secure, then insufficient funds.',
    enrolled('until_set_up', { charge: 'insufficientFunds' }),
  ),
  card(
    'auth_required',
    '4000000000003220',
    'pm_card_threeDSecure2Required pm_card_threeDSecureRequired',
    '3-D Secure must be completed.',
    enrolled('until_set_up'),
  ),
  card(
    'auth_then_declined',
    '4000008400001629',
    'pm_card_threeDSecureRequiredChargeDeclined',
    '3-D Secure, then declined.',
    enrolled('until_set_up', { charge: 'generic' }),
  ),
  card(
    'auth_lookup_error',
    '4000008400001280',
    'pm_card_threeDSecureRequiredProcessingError',
    '3-D Secure is required but cannot be started: declined.',
    { threeDSecure: 'lookup_error', attach: null, charge: 'generic' },
  ),
  card(
    'auth_optional',
    '4000000000003055',
    'pm_card_threeDSecureOptional',
    '3-D Secure is possible, not required: succeeds.',
    enrolled('never'),
  ),
  card(
    'auth_optional_lookup_error',
    '4000000000003097',
    'pm_card_threeDSecureOptionalProcessingError',
    '3-D Secure is possible but cannot be started: succeeds unless it is asked for.',
    { threeDSecure: 'lookup_error' },
  ),

  card('blocked', '4100000000000019', 'pm_card_radarBlock pm_card_chargeDeclinedFraudulent', 'Blocked as fraudulent.', {
    charge: 'fraudulent',
    risk: { level: 'highest', score: 92, blocked: true },
  }),
  card('risk_highest', '4000000000004954', 'pm_card_riskLevelHighest', 'Succeeds with the highest risk level.', {
    risk: { level: 'highest', score: 88, blocked: false },
  }),
  card('risk_elevated', '4000000000009235', 'pm_card_riskLevelElevated', 'Succeeds with an elevated risk level.', {
    risk: { level: 'elevated', score: 68, blocked: false },
  }),
  card('cvc_check_fails', '4000000000000101', 'pm_card_cvcCheckFail', 'Succeeds; the security code check fails.', {
    checks: { cvc: 'fail', postal: 'pass', line1: 'pass' },
  }),
  card('postal_check_fails', '4000000000000036', 'pm_card_avsZipFail', 'Succeeds; the postal code check fails.', {
    checks: { cvc: 'pass', postal: 'fail', line1: 'pass' },
  }),
  card('line1_check_fails', '4000000000000028', 'pm_card_avsLine1Fail', 'Succeeds; the address line check fails.', {
    checks: { cvc: 'pass', postal: 'pass', line1: 'fail' },
  }),
  card('address_checks_fail', '4000000000000010', 'pm_card_avsFail', 'Succeeds; both address checks fail.', {
    checks: { cvc: 'pass', postal: 'fail', line1: 'fail' },
  }),

  card('dispute', '4000000000000259', 'pm_card_createDispute', 'Succeeds, then disputed as fraudulent.', {
    afterCharge: 'dispute_fraudulent',
  }),
  card('dispute_not_received', '4000000000002685', 'pm_card_createDisputeProductNotReceived', 'Succeeds, then disputed as not received.', {
    afterCharge: 'dispute_not_received',
  }),
  card('inquiry', '4000000000001976', 'pm_card_createDisputeInquiry', 'Succeeds, then an inquiry.', { afterCharge: 'inquiry' }),
  card('fraud_warning', '4000000000005423', 'pm_card_createIssuerFraudRecord', 'Succeeds, then an early fraud warning.', {
    afterCharge: 'fraud_warning',
  }),
  card('pending_refund', '4000000000007726', 'pm_card_pendingRefund', 'Succeeds; a refund is pending and succeeds later.', {
    refund: 'pending',
  }),
  card('refund_fails', '4000000000005126', 'pm_card_refundFail', 'Succeeds; a refund succeeds at first and fails later.', {
    refund: 'fails_later',
  }),
  card('bypass_pending', '4000000000000077', 'pm_card_bypassPending', 'Succeeds; the funds are available at once.', { fundsAtOnce: true }),

  card('processing_then_succeeds', '4000009990000005', 'pm_card_processingThenSucceeds', 'Own number: stays processing, then succeeds.', {
    settles: 'later_succeeds',
  }),
  card('processing_then_fails', '4000009990000013', 'pm_card_processingThenFails', 'Own number: stays processing, then fails.', {
    settles: 'later_fails',
  }),
  card('answer_lost', '4000009990000021', 'pm_card_answerLost', 'Own number: the charge happens, but its answer is lost.', {
    losesAnswer: true,
  }),
];
