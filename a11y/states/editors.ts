import {
  alertDialog,
  billing,
  button,
  combobox,
  fill,
  heading,
  key,
  link,
  option,
  press,
  radio,
  region,
  searchbox,
  table,
  text,
  textbox,
  wait,
  type State,
  type Step,
  type Target,
} from './state.ts';

const emails = region('Email Recipients');
const address = region('Billing Address & Tax ID');
const invoices = region('Past Invoices');

const opened = (name: string, steps: readonly Step[], sees: readonly Target[], slug = 'pro-capped'): State => ({
  name,
  member: 'owner',
  address: billing(slug),
  steps,
  sees,
});

const editEmails = press(button('Edit email recipients'));
const addRecipient = [editEmails, fill(textbox('Add recipients', emails), 'second@harbour.example'), press(button('Add', emails))];
const editAddress = press(button('Edit billing address'));
const editReferences = press(button('Edit invoice references'));
const country = combobox('Country', address);
const openCountries = [editAddress, press(button('Show options Country', address))];

export const editorStates: readonly State[] = [
  opened('Recipients: form', [editEmails], [textbox('Add recipients', emails)]),
  opened('Recipients: one added', addRecipient, [button('Remove second@harbour.example')]),
  opened(
    'Recipients: not an address',
    [editEmails, fill(textbox('Add recipients', emails), 'nonsense'), press(button('Add', emails))],
    [text(/nonsense/, emails)],
  ),
  opened(
    'Recipients: one added and removed',
    [...addRecipient, press(button('Remove second@harbour.example'))],
    [button('Undo, add second@harbour.example again')],
  ),
  opened('Recipients: strange ones', [editEmails], [textbox('Add recipients', emails)], 'extreme-text'),
  {
    ...opened('Leave without saving', [...addRecipient, press(link('Groundwork'))], [alertDialog('Leave without saving?')]),
    dialogs: ['src/billing/shared/page/LeaveGuard.tsx'],
  },
  opened('Address: form', [editAddress], [country]),
  opened('Address: form, none yet', [editAddress], [country], 'free-start'),
  opened('Address: countries open', openCountries, [option(/^United States/)]),
  opened('Address: countries searched', [editAddress, fill(country, 'ger')], [option('Germany')]),
  opened('Address: no such country', [editAddress, fill(country, 'qqq')], [text('No match')]),
  opened('Address: tax ID types open', [editAddress, press(button('Show options Tax ID type (optional)', address))], [option(/EIN/)]),
  opened(
    'Address: errors',
    [editAddress, fill(textbox('City', address), ''), fill(textbox('Name', address), ''), press(button('Save', address))],
    [text('City is required', address)],
  ),
  opened('Invoice references: form', [editReferences], [textbox('Purchase order number (optional)', address)]),
  opened(
    'Invoice references: too long',
    [editReferences, fill(textbox('Purchase order number (optional)', address), 'x'.repeat(61)), press(button('Save', address))],
    [text(/must have at most 60 characters/, address)],
  ),
  opened('Credits: history', [press(button('Credit history'))], [table('Credit history')]),
  opened('Invoices: find', [press(button('Find invoices'))], [searchbox('Invoice number', invoices)]),
  opened(
    'Invoices: none found',
    [press(button('Find invoices')), fill(searchbox('Invoice number', invoices), '9999'), press(button('Show', invoices))],
    [button('Find invoices')],
  ),
  opened(
    'Invoices: only paid ones',
    [press(button('Find invoices')), press(radio('Paid', invoices)), press(button('Show', invoices))],
    [text('Paid', invoices)],
    'pro-payg',
  ),
  opened('Invoice', [press(link(/-0014$/))], [heading(/-0014/)]),
  opened('Invoice: outstanding', [press(link(/-0014$/))], [heading(/-0014/)], 'pro-payg'),
  opened('Invoice: a draft', [press(link(/-0016$/))], [heading(/-0016/)], 'pro-payg'),
  {
    ...opened(
      'Invoice: outstanding, not to be paid by this member',
      [press(link(/-0014$/))],
      [heading(/-0014/), button('Who can do this, pay invoices')],
      'pro-payg',
    ),
    member: 'developer',
  },
  {
    ...opened('Invoice that does not exist', [], [heading('Looking for something?')]),
    address: '/org/pro-capped/billing/invoices/in_none',
  },
  { ...opened('Invoice read without billing', [], [heading(/./)]), member: 'viewer', address: '/org/pro-capped/billing/invoices/in_none' },
  opened(
    'Recipients: form left by Escape of nothing',
    [editEmails, wait(textbox('Add recipients', emails)), key('Escape')],
    [textbox('Add recipients', emails)],
  ),
];
