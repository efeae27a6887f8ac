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
  text,
  textbox,
} from '#a11y/states/state.ts';
import { keyThen, leave, see, stay, tabTo, type Walk, type WalkStep } from './walk.ts';

const plans = '?panel=subscriptionPlan';
const cap = dialog('Spend cap');
const exporting = dialog('Export invoices');
const addCard = dialog('Add new card');
const topUp = dialog('Top Up Credits');
const emails = region('Email Recipients');
const address = region('Billing Address & Tax ID');
const cards = button('Options for Mastercard ending in 4444');
const recipients = textbox('Add recipients', emails);
const exitSurvey = dialog('Help us improve');

const walk = (name: string, at: string, steps: readonly WalkStep[]): Walk => ({ name, member: 'owner', address: at, steps });
const type = (words: string): WalkStep => ({ do: 'type', text: words });

/** Tasks that open dialogs, menus and forms, and come back from them. Nothing is saved by them. */
export const dialogWalks: readonly Walk[] = [
  walk('Weigh the spend cap and leave it', billing('pro-capped'), [
    tabTo(button('Change spend cap')),
    leave('Enter'),
    see(cap),
    tabTo(radio('Spend cap enabled', cap)),
    keyThen('ArrowDown', radio('Spend cap disabled', cap)),
    tabTo(button('Cancel', cap)),
    keyThen('Enter', button('Change spend cap')),
  ]),
  walk('Export invoices', billing('pro-capped'), [
    tabTo(button('Export')),
    leave('Enter'),
    see(exporting),
    tabTo(radio('Totals', exporting)),
    keyThen('ArrowDown', radio('Lines', exporting)),
    tabTo(link(/^Download CSV/, exporting)),
    keyThen('Escape', button('Export')),
  ]),
  walk('Begin to add a card and think again', billing('pro-capped'), [
    tabTo(button('Add new card')),
    leave('Enter'),
    see(addCard),
    tabTo(button('Cancel', addCard)),
    keyThen('Enter', button('Add new card')),
  ]),
  walk('Choose a card and keep the old one', billing('pro-payg'), [
    tabTo(cards),
    keyThen('Enter', menuitem('Use this card')),
    leave('Enter'),
    see(alertDialog('Use Mastercard ending in 4444?')),
    keyThen('Escape', cards),
  ]),
  walk('Begin to delete a card and keep it', billing('pro-payg'), [
    tabTo(cards),
    keyThen('Enter', menuitem('Use this card')),
    keyThen('ArrowDown', menuitem('Delete card')),
    leave('Enter'),
    see(alertDialog('Delete Mastercard ending in 4444?')),
    tabTo(button('Keep card')),
    keyThen('Enter', cards),
  ]),
  walk('Top up by too little', billing('pro-capped'), [
    tabTo(button('Top Up')),
    leave('Enter'),
    see(topUp),
    tabTo(textbox('Amount (USD)', topUp)),
    stay('Control+a'),
    type('5'),
    leave('Enter'),
    see(text('Amount must be between $100 - $2000.', topUp)),
    keyThen('Escape', button('Top Up')),
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
    see(button('Undo')),
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
    leave('Enter'),
    see(dialog('Upgrade to Pro')),
    keyThen('Escape', button('Upgrade to Pro')),
  ]),
  walk('Begin to downgrade and stay', billing('pro-capped', plans), [
    tabTo(button('Downgrade to Free')),
    leave('Enter'),
    see(alertDialog('Downgrade to the Free Plan?')),
    tabTo(button('Continue to downgrade')),
    leave('Enter'),
    see(exitSurvey),
    tabTo(button('Confirm downgrade', exitSurvey)),
    leave('Enter'),
    see(text('Please select a reason for canceling your subscription', exitSurvey)),
    leave('Escape'),
  ]),
  walk('Find an invoice by its number', billing('pro-capped'), [
    tabTo(button('Find invoices')),
    stay('Enter', 'expanded'),
    tabTo(textbox('Invoice number')),
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
