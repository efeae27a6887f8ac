/** Recipients that are not confirmed. Loaded only if there are some. */
export const confirmationsTexts = {
  notConfirmed: 'Not confirmed',
  sendAgain: 'Send again',
  sending: 'Sending the confirmation email...',
  sent: 'Confirmation email sent to {address}',
  sendFailed: 'Failed to send the confirmation email: {message}',
  ofBudgets: 'Recipients of budgets',
  explained:
    "An address that isn't confirmed gets one email with a link, which works for 7 days. Until its holder confirms it there, its emails go to the confirmed recipients, or to the members who may act.",
} as const;
