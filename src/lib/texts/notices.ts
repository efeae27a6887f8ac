/** Mails: what was sent about an invoice, and which kinds each address gets. */
export const noticesTexts = {
  sent: 'Sent',
  noMails: 'No mail about this invoice has been sent yet.',
  sentFailed: 'Failed to retrieve what was sent',
  sendAgain: 'Send again',
  sendTitle: 'Send invoice {number} again?',
  sendAbout: 'Every billing recipient gets an email with the invoice as it stands today.',
  sendNow: 'Send email',
  noSend: 'You need additional permissions to send invoices',
  draft: 'A draft is not sent: it can still change.',
  sending: 'Sending invoice {number}...',
  onItsWay: 'Invoice {number} is on its way to {addresses}',
  noAddress: 'There is no address to send invoice {number} to. Add an email recipient first.',
  sendFailed: 'Failed to send the invoice: {message}',
  moreAddresses: '{addresses} and {count} more',
  bouncedHere: 'Mail to an address has come back. Correct the address, then send the invoice again.',
  comesBack: 'Mail there comes back',
  settingsFailed: 'Failed to retrieve which mails each address gets',
  mandatory: 'Always sent to every address: {kinds}.',
  kindsOf: 'Mails to {address}',
  allMails: 'all mails',
  someMails: '{count} of {total} kinds, and what is always sent',
  onlyMandatory: 'only what is always sent',
  saveFailed: 'Failed to save which mails are sent: {message}',
  saving: 'Saving which mails are sent...',
} as const;

/** What became of a mail. */
export const deliveryStates = {
  sent: 'Delivered',
  queued: 'Waiting',
  bounced: 'Came back',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
} as const;

/** Why a mail did not arrive, or not yet. */
export const deliveryReasons = {
  queued: 'It is sent in a moment, or tried again',
  bounced: 'The address does not work',
  refused: 'The mail server there did not take it',
  withdrawn: 'It was no longer true',
} as const;
