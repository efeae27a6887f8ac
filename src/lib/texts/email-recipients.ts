import { ruleMessages } from '#contract/limits.ts';

export const emailRecipientsTexts = {
  edit: 'Edit email recipients',
  unknown: 'Unknown',
  invalidEmail: ruleMessages.invalidEmail,
  invalidEntry: '"{entry}" is not a valid email address',
  noRead: "You need additional permissions to view this organization's email recipients",
  noWrite: 'You need additional permissions to update billing emails',
  noUpdate: 'You do not have the required permissions to update this organization',
  saved: 'Successfully saved settings',
  saveFailed: 'Failed to update organization: {message}',
  chooseKinds: 'Choose emails for each address',
  addRecipient: 'Add an email recipient first',
  bounced:
    'Email to {addresses} is bouncing. Check for mistakes, and change or remove the address. This notice disappears after the next delivery.',
} as const;
