import { alertDialog, billing, button, combobox, heading, radio, table, text, textbox } from '#a11y/states/state.ts';
import { addCard, saving, toldWalk, typeCard } from './parts.ts';
import { arrowTo, comesBackTo, hear, keyThen, leave, opens, ready, see, stay, tabTo, type, type Walk } from './walk.ts';

const stopCharges = button('Stop charges now');
const chargeAgain = button('Charge usage again');
const stopDialog = alertDialog('Stop charges now?');
const undoDialog = alertDialog('Charge usage again?');
const payOffer = alertDialog('Pay open invoices with Mastercard ending in 4444?');
const whatCost = button('What would it cost?');
const showPrice = button('Show the price');

export const chargeWalks: readonly Walk[] = [
  saving('Stop the charges of one project', '/org/pro-payg/budgets', [
    tabTo(button('New budget')),
    keyThen('Enter', heading('New budget')),
    tabTo(textbox('Amount in dollars')),
    type('1'),
    tabTo(radio('Whole organization')),
    arrowTo('ArrowDown', radio('One project')),
    tabTo(combobox('Project')),
    type('live-chat'),
    tabTo(textbox('Name')),
    type('Chat limit'),
    tabTo(radio('Alert only')),
    arrowTo('ArrowDown', radio('Stop charges')),
    tabTo(button('Preview')),
    stay('Enter'),
    hear('so far'),
    ready(button('Save budget')),
    keyThen('Enter', button('New budget')),
    hear('Budget saved'),
    see(text('Limit reached: usage that it covers is not charged')),
  ]),
  saving('Stop charges and charge usage again', billing('pro-payg'), [
    tabTo(stopCharges),
    ...opens(stopDialog),
    ready(button(/^Stop at \$/, stopDialog)),
    tabTo(button(/^Stop at \$/, stopDialog)),
    leave('Enter'),
    comesBackTo(chargeAgain),
    hear('Charges for covered usage are stopped at'),
    ...opens(undoDialog),
    tabTo(button('Remove the limit', undoDialog)),
    leave('Enter'),
    comesBackTo(stopCharges),
    hear('Usage is charged again'),
  ]),
  saving('Pay a debt with a new card', billing('restricted'), [
    tabTo(button('Add new card')),
    ...opens(addCard),
    ...typeCard('5555555555554444'),
    tabTo(button('Add card', addCard)),
    leave('Enter'),
    see(payOffer),
    comesBackTo(button(/^Pay \$.* now with this card$/, payOffer)),
    leave('Enter'),
    comesBackTo(button('Add new card')),
    hear('with Mastercard ending in 4444'),
  ]),
  toldWalk('Learn what a branch would cost', billing('pro-payg'), [
    tabTo(whatCost),
    stay('Enter', 'expanded'),
    tabTo(radio('New project')),
    arrowTo('ArrowDown', radio('New branch')),
    tabTo(showPrice),
    stay('Enter'),
    hear('to a full month'),
    see(table('A full month')),
  ]),
];
