export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
  param?: string;
  advice_code?: string;
  network_decline_code?: string;
}

const declined = (decline_code: string, message: string, advice_code: string, network_decline_code?: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
  advice_code,
  ...(network_decline_code === undefined ? {} : { network_decline_code }),
});

export const declineReasons = {
  generic: declined('generic_decline', 'Your card was declined.', 'try_again_later', '01'),
  insufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.', 'try_again_later', '51'),
  lost: declined('lost_card', 'Your card was declined.', 'do_not_try_again', '41'),
  stolen: declined('stolen_card', 'Your card was declined.', 'do_not_try_again', '43'),
  fraudulent: declined('fraudulent', 'Your card was declined.', 'do_not_try_again'),
  velocity: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'try_again_later',
    '61',
  ),
  authenticationRequired: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    advice_code: 'confirm_card_data',
  },
  notATestCard: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card.',
    'do_not_try_again',
  ),
  expired: {
    code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    advice_code: 'confirm_card_data',
    network_decline_code: '54',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    advice_code: 'confirm_card_data',
    network_decline_code: 'N7',
  },
  processingError: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
  },
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof declineReasons;
