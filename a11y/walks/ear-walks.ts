import { billing, button, dialog, heading, link, region, textbox, type Target } from '#a11y/states/state.ts';
import { addCard, fillCard, cardNumber, told } from './parts.ts';
import { comesBackTo, hear, keyThen, leave, opens, see, tabTo, type Walk } from './walk.ts';

const emails = region('Email Recipients');
const plans = dialog(/^Change subscription plan/);
const changePlan = button('Change subscription plan');
const faults: Target = { role: 'group', name: 'Some entries need your attention', within: addCard };

/** Tasks for which it matters most what is heard. Nothing is saved by them. */
export const earWalks: readonly Walk[] = [
  told('Close the plans by Escape and by Close', billing('pro-capped'), [
    tabTo(changePlan),
    ...opens(plans),
    keyThen('Escape', changePlan),
    ...opens(plans),
    tabTo(button('Close', plans)),
    keyThen('Enter', changePlan),
  ]),
  told('Correct a card and an address that are both wrong', billing('free-start'), [
    tabTo(button('Add new card')),
    ...opens(addCard),
    tabTo(cardNumber),
    ...fillCard('4242424242424241'),
    tabTo(button('Add card', addCard)),
    keyThen('Enter', faults),
    tabTo(link('The card details are missing or not valid.', faults)),
    keyThen('Enter', cardNumber),
    keyThen('Escape', button('Add new card')),
  ]),
  told('Remove a recipient and undo it', billing('team-eu'), [
    tabTo(button('Edit email recipients')),
    keyThen('Enter', textbox('Primary billing email (optional)', emails)),
    tabTo(button('Remove einkauf@stadtwerke.example')),
    keyThen('Enter', button('Remove controlling@stadtwerke.example')),
    hear('einkauf@stadtwerke.example removed, 2 additional recipients'),
    tabTo(button('Undo, add einkauf@stadtwerke.example again')),
    keyThen('Enter', textbox('Add recipients', emails)),
    hear('einkauf@stadtwerke.example added, 3 additional recipients'),
  ]),
  told('Hear what is owed and go to the invoices', billing('pro-payg'), [
    tabTo(link('Pay open invoices')),
    leave('Enter'),
    see(heading('Past Invoices')),
    tabTo(button('Find invoices')),
  ]),
  told('Pay all that is owed: skip one, and stop', billing('pro-payg'), [
    tabTo(link('Pay all, one by one')),
    leave('Enter'),
    comesBackTo(heading('Pay all: 1 of 4')),
    tabTo(button(/^Skip, invoice /)),
    keyThen('Enter', heading('Pay all: 2 of 4')),
    tabTo(button('Stop, pay all')),
    keyThen('Enter', heading('Past Invoices')),
  ]),
];
