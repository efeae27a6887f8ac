/** Top-up dialog. */
export const topUpTexts = {
  title: 'Top Up Credits',
  noWrite: 'You need additional permissions to top up credits',
  wholeNumber: 'Amount must be a whole number.',
  range: 'Amount must be between $100 - $2000.',
  succeeded: 'Successfully topped up balance. It may take a minute to reflect in your account.',
  processing: 'Payment processing',
  failed: 'Failed to top up credits: {message}',
  errorTitle: 'Error topping up balance',
  confirmErrorTitle: 'Error confirming payment',
  captchaRequired: 'HCaptcha token required',
} as const;
