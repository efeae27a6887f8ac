export const noticesTexts = {
  sent: 'Sent',
  noEmails: 'No email about this invoice has been sent yet.',
  sentFailed: 'Failed to retrieve the sent emails',
  sendAgain: 'Send again',
  sendTitle: 'Send invoice {number} again?',
  sendAbout: 'Every billing recipient gets an email with the invoice as it is today.',
  sendNow: 'Send email',
  noSend: 'You need additional permissions to send invoices',
  draft: 'A draft is not sent: it can still change.',
  sending: 'Sending invoice {number}...',
  onItsWay: 'Invoice {number} is on its way to {addresses}',
  noAddress: 'There is no address to send invoice {number} to. Add an email recipient first.',
  sendFailed: 'Failed to send the invoice: {message}',
  moreAddresses: '{addresses} and {count} more',
  bouncedHere: 'Email to an address bounced. Correct the address, then send the invoice again.',
  comesBack: 'Email there is bouncing',
  settingsFailed: 'Failed to retrieve the email choices',
  mandatory: 'Always sent to every address: {kinds}.',
  kindsOf: 'Emails to {address}',
  allMails: 'all emails',
  someEmails: '{count} of {total} kinds, and required emails',
  onlyMandatory: 'required emails only',
  saveFailed: 'Failed to save the email choices: {message}',
  saving: 'Saving which emails are sent...',
} as const;

export const deliveryStates = {
  sent: 'Delivered',
  queued: 'Waiting',
  bounced: 'Bounced',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
} as const;

export const deliveryReasons = {
  queued: 'Will be sent or retried shortly',
  bounced: 'The address does not work',
  refused: 'The mail server rejected the email',
  withdrawn: 'No longer applies',
} as const;

/** Loaded only if a recipient has not confirmed the address. */
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
