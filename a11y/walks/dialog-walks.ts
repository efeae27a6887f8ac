import {
  alertDialog,
  billing,
  button,
  combobox,
  dialog,
  link,
  menuitem,
  option,
  radio,
  region,
  searchbox,
  text,
  textbox,
} from '#a11y/states/state.ts';
import { addCard, cap, exitSurvey, plans, toldWalk, topUp, walk } from './parts.ts';
import { download, keyThen, leave, opens, see, stay, tabTo, type, type Walk } from './walk.ts';

const exporting = dialog('Export invoices');
const emails = region('Email Recipients');
const address = region('Billing Address & Tax ID');
const cards = button('Options for Mastercard ending in 4444');
const toPro = dialog('Upgrade to Pro');
const recipients = textbox('Add recipients', emails);

export const dialogWalks: readonly Walk[] = [
  toldWalk('Weigh the spend cap and leave it', billing('pro-capped'), [
    tabTo(button('Change spend cap')),
    ...opens(cap),
    tabTo(radio('Spend cap enabled', cap)),
    keyThen('ArrowDown', radio('Spend cap disabled', cap)),
    tabTo(button('Cancel', cap)),
    keyThen('Enter', button('Change spend cap')),
  ]),
  toldWalk('Export invoices', billing('pro-capped'), [
    tabTo(button('Export')),
    ...opens(exporting),
    tabTo(radio('Totals', exporting)),
    keyThen('ArrowDown', radio('Lines', exporting)),
    tabTo(link(/^Download CSV/, exporting)),
    download('Enter', /^invoices-lines-pro-capped.*\.csv$/),
    keyThen('Escape', button('Export')),
  ]),
  walk('Begin to add a card and think again', billing('pro-capped'), [
    tabTo(button('Add new card')),
    ...opens(addCard),
    tabTo(button('Cancel', addCard)),
    keyThen('Enter', button('Add new card')),
  ]),
  walk('Choose a card and keep the old one', billing('pro-payg'), [
    tabTo(cards),
    keyThen('Enter', menuitem('Use this card')),
    ...opens(alertDialog('Use Mastercard ending in 4444?')),
    keyThen('Escape', cards),
  ]),
  walk('Begin to delete a card and keep it', billing('pro-payg'), [
    tabTo(cards),
    keyThen('Enter', menuitem('Use this card')),
    keyThen('End', menuitem('Delete card')),
    ...opens(alertDialog('Delete Mastercard ending in 4444?')),
    tabTo(button('Keep card')),
    keyThen('Enter', cards),
  ]),
  walk('Top up by too little', billing('pro-capped'), [
    tabTo(button('Top Up')),
    ...opens(topUp),
    tabTo(textbox('Amount (USD)', topUp)),
    stay('Control+a'),
    type('5'),
    leave('Enter'),
    see(text('Amount must be between $100 - $2000.', topUp)),
    keyThen('Escape', button('Keep editing')),
    tabTo(button('Discard')),
    keyThen('Enter', button('Top Up')),
  ]),
  walk('Add a recipient and remove it again', billing('pro-capped'), [
    tabTo(button('Edit email recipients')),
    leave('Enter'),
    tabTo(recipients),
    type('second@harbour.example'),
    stay('Enter'),
    see(button('Remove second@harbour.example')),
    tabTo(button('Remove second@harbour.example')),
    leave('Enter'),
    see(button(/^Undo, add /)),
  ]),
  walk('Change the country', billing('pro-capped'), [
    tabTo(button('Edit billing address')),
    leave('Enter'),
    tabTo(combobox('Country', address)),
    stay('Control+a'),
    type('germ'),
    see(option('Germany')),
    stay('Enter'),
    tabTo(textbox('City', address)),
  ]),
  walk('Look at an upgrade and cancel it', billing('free-one-card', plans), [
    tabTo(button('Upgrade to Pro')),
    ...opens(toPro),
    see(button(/^Upgrade to Pro, pay \$/, toPro)),
    keyThen('Escape', button('Upgrade to Pro')),
  ]),
  walk('Begin to downgrade and stay', billing('pro-capped', plans), [
    tabTo(button('Downgrade to Free')),
    ...opens(alertDialog('Downgrade to the Free Plan?')),
    tabTo(button('Continue to downgrade')),
    ...opens(exitSurvey),
    tabTo(button('Confirm downgrade', exitSurvey)),
    leave('Enter'),
    see(text('Please select a reason for canceling your subscription', exitSurvey)),
    leave('Escape'),
  ]),
  toldWalk('Find an invoice by its number', billing('pro-capped'), [
    tabTo(button('Find invoices')),
    stay('Enter', 'expanded'),
    tabTo(searchbox('Invoice number')),
    type('0013'),
    leave('Enter'),
    see(link(/-0013$/)),
  ]),
  walk('Read where credit came from', billing('pro-capped'), [
    tabTo(button('Credit history')),
    stay('Enter', 'expanded'),
    see({ role: 'table', name: 'Credit history' }),
  ]),
];
