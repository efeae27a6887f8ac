import { alertDialog, billing, button, dialog, key, menuitem, press, radio, text, wait, type State, type Target } from './state.ts';
import { planStates } from './plan-dialogs.ts';
import { shows } from './shows-dialog.ts';

const cardMenu = press(button('Options for Mastercard ending in 4444'));

const cardStates: readonly State[] = [
  {
    name: 'Card menu open',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [cardMenu],
    sees: [menuitem('Use this card'), menuitem('Delete card')],
  },
  {
    name: 'Card menu of the active card',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [press(button('Options for Visa ending in 4242'))],
    sees: [menuitem(/^Delete card/)],
  },
  shows(
    'deleteCard',
    'Delete a card',
    billing('pro-payg'),
    [cardMenu, press(menuitem('Delete card'))],
    [alertDialog('Delete Mastercard ending in 4444?')],
  ),
  shows(
    'useCard',
    'Use a card',
    billing('pro-payg'),
    [cardMenu, press(menuitem('Use this card'))],
    [alertDialog('Use Mastercard ending in 4444?')],
  ),
  shows('addCard', 'Add a card', billing('pro-capped'), [press(button('Add new card'))], [dialog('Add new card')]),
  shows(
    'addCard',
    'Add a card: fields empty',
    billing('pro-capped'),
    [press(button('Add new card')), press(button('Add card'))],
    [dialog('Add new card')],
  ),
  shows(
    'addCard',
    'Add a card: address open',
    billing('pro-capped'),
    [press(button('Add new card')), press(button('Billing name, address and tax ID', dialog('Add new card')))],
    [{ role: 'combobox', name: 'Country', within: dialog('Add new card') }],
  ),
];

const topUp = dialog('Top Up Credits');
const openTopUp = press(button('Top Up'));
const amount: Target = { role: 'textbox', name: 'Amount (USD)', within: topUp };
const cap = dialog('Spend cap');

const otherStates: readonly State[] = [
  shows('topUp', 'Top up', billing('pro-capped'), [openTopUp], [topUp]),
  shows(
    'topUp',
    'Top up: new card',
    billing('pro-capped'),
    [openTopUp, press(radio('Use a new card', topUp))],
    [{ role: 'group', name: 'Card details', within: topUp }],
  ),
  shows(
    'topUp',
    'Top up: amount out of range',
    billing('pro-capped'),
    [openTopUp, { do: 'fill', target: amount, text: '5' }, press(button(/^Top Up/, topUp))],
    [text('Amount must be between $100 - $2000.', topUp)],
  ),
  shows(
    'discard',
    'Top up: closing with entries',
    billing('pro-capped'),
    [openTopUp, { do: 'fill', target: amount, text: '700' }, key('Escape')],
    [alertDialog('Discard what you entered?')],
  ),
  shows('spendCap', 'Spend cap panel', billing('pro-capped', '?panel=costControl'), [], [cap, radio('Spend cap enabled', cap)]),
  shows('spendCap', 'Spend cap panel by its button', billing('pro-capped'), [press(button('Change spend cap'))], [cap]),
  shows(
    'spendCap',
    'Spend cap panel: turning it off',
    billing('pro-capped', '?panel=costControl'),
    [press(radio('Spend cap disabled', cap))],
    [cap, button(/^Confirm/, cap)],
  ),
  shows(
    'spendCap',
    'Spend cap panel: turning it on',
    billing('pro-payg', '?panel=costControl'),
    [press(radio('Spend cap enabled', cap))],
    [cap, button(/^Confirm/, cap)],
  ),
  shows(
    'spendCap',
    'Spend cap panel: rates',
    billing('pro-capped', '?panel=costControl'),
    [press(button('Rates after the quota', cap))],
    [cap, { role: 'table', name: /./, within: cap }],
  ),
  { ...shows('spendCap', 'Spend cap panel, not to be changed', billing('pro-payg', '?panel=costControl'), [], [cap]), member: 'developer' },
  shows(
    'stopCharges',
    'Stop charges now',
    billing('pro-payg'),
    [press(button('Stop charges now'))],
    [alertDialog('Stop charges now?'), button(/^Stop at/)],
  ),
  shows(
    'useCredits',
    'Use credits for an open invoice',
    billing('extreme-text'),
    [press(button(/^Use credits, invoice/))],
    [alertDialog(/^Use credits for invoice/)],
  ),
  shows('exportInvoices', 'Export invoices', billing('pro-capped'), [press(button('Export'))], [dialog('Export invoices')]),
  shows(
    'exportInvoices',
    'Export invoices: last day before the first',
    billing('pro-capped'),
    [
      press(button('Export')),
      { do: 'fill', target: { role: 'textbox', name: 'From', within: dialog('Export invoices') }, text: '2026-05-02' },
      { do: 'fill', target: { role: 'textbox', name: 'To', within: dialog('Export invoices') }, text: '2026-05-01' },
    ],
    [text('The last day must not be before the first day', dialog('Export invoices'))],
  ),
  {
    ...shows(
      'exportInvoices',
      'Dialog closed by Escape',
      billing('pro-capped'),
      [press(button('Export')), wait(dialog('Export invoices')), key('Escape')],
      [button('Export')],
    ),
    dialogs: [],
  },
];

export const dialogStates: readonly State[] = [...planStates, ...cardStates, ...otherStates];
