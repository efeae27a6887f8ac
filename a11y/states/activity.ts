import { activityTexts } from '#lib/texts/activity.ts';
import {
  billing,
  button,
  checkbox,
  fill,
  heading,
  hold,
  link,
  offline,
  press,
  radio,
  region,
  stall,
  table,
  text,
  textbox,
  wait,
  alertDialog,
  type State,
} from './state.ts';

const page = (name: string, slug: string, sees: State['sees'], steps: State['steps'] = [], search = ''): State => ({
  name,
  member: 'owner',
  address: `/org/${slug}/activity${search}`,
  steps,
  sees,
});

const findEntries = press(button('Find entries'));
const sentSection = region('Sent');
const sendDialog = alertDialog(/^Send invoice .* again\?$/);
const sendSource = 'src/billing/invoices/SendAgainDialog.tsx';
const askToSend = press(button(/^Send again/, sentSection));
const agreeToSend = press(button('Send email', sendDialog));
const correctDialog = alertDialog(/^Correct who is billed on invoice /);
const correctSource = 'src/billing/invoices/CorrectBuyerDialog.tsx';
const askToCorrect = press(button(/^Correct who is billed, /));
const agreeToCorrect = press(button('Issue corrected invoice', correctDialog));
const emails = region('Email Recipients');
const chooseEmails = press(button('Choose emails for each address'));
const buyer = /^einkauf@stadtwerke\.example: /;
const chooseReceipts: State['steps'] = [chooseEmails, press(button(buyer, emails)), press(checkbox('Receipts', emails))];

const invoice = (name: string, slug: string, number: RegExp, sees: State['sees'], steps: State['steps'] = []): State => ({
  name,
  member: 'owner',
  address: billing(slug),
  steps: [press(link(number)), wait(sentSection), ...steps],
  sees,
});

const mails = (name: string, steps: State['steps'], sees: State['sees'], slug = 'team-eu'): State => ({
  name,
  member: 'owner',
  address: billing(slug),
  steps,
  sees,
});

export const activityStates: readonly State[] = [
  page('Activity', 'pro-capped', [heading('Activity'), button('Find entries'), link('Download CSV'), link('Older entries')]),
  page('Activity: nothing yet', 'free-start', [text(activityTexts.empty)]),
  page('Activity: older entries', 'pro-capped', [link('Newest entries')], [press(link('Older entries'))]),
  page('Activity: an email that came back', 'pro-invoice', [button(/^1 bounced, /)]),
  page('Activity: filters', 'pro-payg', [radio('Emails')], [findEntries]),
  page('Activity: only emails', 'pro-invoice', [text('Only Emails'), button('Show all activity')], [], '?kind=emails'),
  page('Activity: nothing matches', 'pro-payg', [text(activityTexts.emptyFiltered)], [], '?to=2020-01-01'),
  page(
    'Activity: a period that is not possible',
    'pro-payg',
    [{ role: 'group', name: 'Invalid date range' }],
    [findEntries, fill(textbox('From'), '2026-02-02'), fill(textbox('To'), '2026-02-01'), press(button('Show'))],
  ),
  page('Activity: before and after', 'team-eu', [table(/./)], [press(button(/^Before and after, /))]),
  page('Activity: strange names', 'extreme-text', [heading('Activity')]),
  page('Activity where a partner bills', 'aws-market', [region('Managed by'), heading('Activity')]),
  page('Activity: loading', 'slow-org', [heading('Activity')], [hold]),
  page('Activity: failed', 'failing-org', [button('Retry, activity')]),
  { ...page('Activity without permission', 'pro-payg', [text(activityTexts.noRead)]), member: 'viewer' },
  { ...page('Activity of others', 'pro-payg', [heading('Looking for something?')]), member: 'outsider' },
  page('Activity where billing is off', 'billing-off', [heading('Looking for something?')]),

  invoice('Invoice: an email bounced', 'pro-invoice', /-0003$/, [text('Bounced', sentSection), link('Email Recipients', sentSection)]),
  { ...invoice('Invoice: send again?', 'pro-invoice', /-0003$/, [sendDialog], [askToSend]), dialogs: [sendSource] },
  {
    ...invoice('Invoice: sending again', 'pro-invoice', /-0003$/, [sendDialog], [askToSend, wait(sendDialog), stall, agreeToSend]),
    dialogs: [sendSource],
  },
  {
    ...invoice(
      'Invoice: not sent',
      'pro-invoice',
      /-0003$/,
      [text(/^Failed to send the invoice: /, sendDialog)],
      [askToSend, wait(sendDialog), offline, agreeToSend],
    ),
    dialogs: [sendSource],
  },
  { ...invoice('Invoice: correct who is billed?', 'pro-invoice', /-0003$/, [correctDialog], [askToCorrect]), dialogs: [correctSource] },
  {
    ...invoice(
      'Invoice: being corrected',
      'pro-invoice',
      /-0003$/,
      [correctDialog],
      [askToCorrect, wait(correctDialog), stall, agreeToCorrect],
    ),
    dialogs: [correctSource],
  },
  {
    ...invoice('Invoice: not to be sent by this member', 'pro-invoice', /-0003$/, [button('Who can do this, Sent')]),
    member: 'billing',
  },

  mails('Recipients: one comes back', [], [text(/^Email to old-office@cedar\.example is bouncing/)], 'pro-invoice'),
  mails('Emails: form', [chooseEmails], [button(buyer, emails), text(/^Always sent to every address/)]),
  mails('Emails: kinds of one address', [chooseEmails, press(button(buyer, emails))], [checkbox('Receipts', emails)]),
  mails(
    'Emails: of an address that comes back',
    [chooseEmails, press(button(/^old-office@cedar/, emails))],
    [checkbox('Receipts', emails)],
    'pro-invoice',
  ),
  mails('Emails: saving', [...chooseReceipts, stall, press(button('Save', emails))], [button('Save', emails)]),
  mails(
    'Emails: not saved',
    [...chooseReceipts, offline, press(button('Save', emails))],
    [text(/^Failed to save which emails are sent/, emails)],
  ),
  mails('Emails: leaving', [...chooseReceipts, press(link('Groundwork'))], [alertDialog('Leave without saving?')]),
  mails('Emails: of one recipient', [chooseEmails], [checkbox('Receipts', emails)], 'pro-capped'),
];
