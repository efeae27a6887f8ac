import { billing, button, dialog, heading, link, region, text, textbox, type Target } from '#a11y/states/state.ts';
import { addCard, fillCard, cardNumber, toldWalk } from './parts.ts';
import { comesBackTo, hear, keyThen, leave, opens, see, tabTo, type Walk } from './walk.ts';

const emails = region('Email Recipients');
const emailOf = (kind: string): string => `/sandbox/postbox/examples/${kind}`;
const plans = dialog('Change subscription plan');
const changePlan = button('Change subscription plan');
const faults: Target = { role: 'group', name: 'Some entries need your attention', within: addCard };

/** Tasks that must work well by ear. They change no data. */
export const earWalks: readonly Walk[] = [
  toldWalk('Close the plans by Escape and by Close', billing('pro-capped'), [
    tabTo(changePlan),
    ...opens(plans),
    keyThen('Escape', changePlan),
    ...opens(plans),
    tabTo(button('Close', plans)),
    keyThen('Enter', changePlan),
  ]),
  toldWalk('Correct a card and an address that are both wrong', billing('free-start'), [
    tabTo(button('Add new card')),
    ...opens(addCard),
    tabTo(cardNumber),
    ...fillCard('4242424242424241'),
    tabTo(button('Add card', addCard)),
    keyThen('Enter', faults),
    tabTo(link('The card details are missing or not valid.', faults)),
    keyThen('Enter', cardNumber),
    keyThen('Escape', button('Keep editing')),
    tabTo(button('Discard')),
    keyThen('Enter', button('Add new card')),
  ]),
  toldWalk('Remove a recipient and undo it', billing('team-eu'), [
    tabTo(button('Edit email recipients')),
    keyThen('Enter', textbox('Primary billing email (optional)', emails)),
    tabTo(button('Remove einkauf@stadtwerke.example')),
    keyThen('Enter', button('Remove controlling@stadtwerke.example')),
    hear('einkauf@stadtwerke.example removed, 2 additional recipients'),
    tabTo(button('Undo, add einkauf@stadtwerke.example again')),
    keyThen('Enter', textbox('Add recipients', emails)),
    hear('einkauf@stadtwerke.example added, 3 additional recipients'),
  ]),
  toldWalk('Hear what is owed and go to the invoices', billing('pro-payg'), [
    see(text('Due now')),
    tabTo(link('Pay 4 open invoices')),
    tabTo(link('Past Invoices')),
    leave('Enter'),
    see(heading('Past Invoices')),
    tabTo(button('Find invoices')),
  ]),
  toldWalk('Pay all that is owed: skip one, and stop', billing('pro-payg'), [
    tabTo(link('Pay 4 open invoices')),
    leave('Enter'),
    comesBackTo(heading('Pay all: 1 of 4')),
    tabTo(button(/^Skip, invoice /)),
    keyThen('Enter', heading('Pay all: 2 of 4')),
    tabTo(button('Stop, pay all')),
    keyThen('Enter', heading('Past Invoices')),
  ]),
  toldWalk('Read the email with an invoice', emailOf('invoice_issued'), [
    see(heading(/^Invoice LNTRN7QK-0012$/)),
    see(text(/^This is your invoice\. Please pay it by /)),
    see(text('Amount due')),
    see(text('$84.10')),
    tabTo(link('See your invoices')),
  ]),
  toldWalk('Read the email about a payment that failed', emailOf('payment_failed'), [
    see(heading('Your payment failed')),
    see(text(/^We couldn't charge invoice LNTRN7QK-0012 to your Visa ending in 4242\./)),
    see(text(/^If the invoice stays unpaid, all services of your projects stop on /)),
    see(text('Next try')),
    see(text('Services stop')),
    tabTo(link('Pay or change the card')),
  ]),
  toldWalk('Read the email about changed billing details', emailOf('details_changed'), [
    see(heading('Your billing details changed')),
    see(text(/^ada changed billing details of Lantern Media\.$/)),
    see(text(/^If you don't know about this, /)),
    see(text('Billing email after')),
    tabTo(link('Open billing')),
  ]),
];
