import { ruleMessages } from '#contract/limits.ts';

export const topUpTexts = {
  title: 'Top Up Credits',
  noWrite: 'You need additional permissions to top up credits',
  wholeNumber: ruleMessages.wholeNumber,
  range: ruleMessages.amountRange,
  succeeded: 'Successfully topped up balance. It may take a minute to reflect in your account.',
  processing: 'Payment processing',
  failed: 'Failed to top up credits: {message}',
  errorTitle: 'Error topping up balance',
  confirmErrorTitle: 'Error confirming payment',
  captchaRequired: ruleMessages.captchaRequired,
} as const;
