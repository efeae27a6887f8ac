import { alertDialog, billing, button, checkbox, dialog, heading, link, menuitem, radio, text, textbox } from '#a11y/states/state.ts';
import {
  addCard,
  answerBank,
  cap,
  cardNumber,
  chooseNewCard,
  exitSurvey,
  fillCard,
  plans,
  question,
  saving,
  toldWalk,
  topUp,
  typeAddress,
  typeCard,
  upgradeSurvey,
  walk,
} from './parts.ts';
import {
  arrowTo,
  comesBackTo,
  findHeading,
  hear,
  keyThen,
  leave,
  opens,
  ready,
  see,
  stay,
  tabBackTo,
  tabTo,
  typeOver,
  type Walk,
} from './walk.ts';

const toTeam = dialog('Upgrade to Team');
const toPro = dialog('Upgrade to Pro');
const payTeam = button(/^Upgrade to Team, pay \$/, toTeam);
const payPro = button(/^Upgrade to Pro, pay \$/, toPro);
const changePlan = button('Change subscription plan');
const toFree = alertDialog('Downgrade to the Free Plan?');
const overLimit = dialog('Members exceed their free project limits');
const resume = dialog('Continue your plan payment');
const takeBack = alertDialog('Undo the downgrade to the Free Plan?');
const amount = textbox('Amount (USD)', topUp);
const topUpHundred = button('Top Up $100', topUp);
const mastercard = button('Options for Mastercard ending in 4444');
const useMastercard = question('Mastercard ending in 4444', 'Use');
const deleteVisa = question('Visa ending in 4242', 'Delete');

const changesOfPlan: readonly Walk[] = [
  saving('Upgrade with a card that its bank asks about', billing('over-limit', plans), [
    tabTo(button('Upgrade to Team')),
    ...opens(toTeam),
    see(payTeam),
    ...chooseNewCard('Mastercard ending in 4444', toTeam),
    ...typeCard('4000002760003184'),
    tabTo(payTeam),
    ready(payTeam),
    leave('Enter'),
    ...answerBank('Complete authentication'),
    hear('Successfully upgraded subscription to Team!'),
    // Orca 43 does not announce the new focus after the bank's frame has closed, so this step jumps to the heading to read the survey's
    // title.
    findHeading(heading("We're excited for your upgrade", upgradeSurvey)),
    tabTo(checkbox(/./, upgradeSurvey)),
    stay('Space', 'checked'),
    tabTo(button('Submit', upgradeSurvey)),
    leave('Enter'),
    comesBackTo(changePlan),
    hear('Thank you for your answers'),
  ]),
  {
    ...walk('Upgrade for the first time, after a card that was declined', billing('free-start', plans), [
      tabTo(button('Upgrade to Pro')),
      ...opens(toPro),
      see(payPro),
      ...typeCard('4000000000009995'),
      ...typeAddress(toPro, { name: 'Acorn Notes', line1: '1 Main Street', country: 'Germany', postal: '10115', city: 'Berlin' }),
      tabTo(payPro),
      ready(payPro),
      leave('Enter'),
      see(text('Your card has insufficient funds. Please use a different card.', toPro)),
      tabBackTo(cardNumber),
      ...fillCard('4242424242424242'),
      tabTo(payPro),
      ready(payPro),
      leave('Enter'),
      see(upgradeSurvey),
      tabTo(button('Skip', upgradeSurvey)),
      leave('Enter'),
      comesBackTo(changePlan),
    ]),
    changes: true,
  },
  saving('Continue a payment that was left waiting', billing('pending-payment'), [
    tabTo(button('Continue the payment')),
    ...opens(resume),
    tabTo(button('Continue the payment', resume)),
    leave('Enter'),
    ...answerBank('Complete authentication'),
    see(upgradeSurvey),
    tabTo(button('Skip', upgradeSurvey)),
    leave('Enter'),
    comesBackTo(changePlan),
  ]),
  walk('Downgrade as far as the members who are over their limit', billing('over-limit', plans), [
    tabTo(button('Downgrade to Free')),
    ...opens(toFree),
    ready(button('Continue to downgrade', toFree)),
    tabTo(button('Continue to downgrade', toFree)),
    ...opens(overLimit),
    see(text(/^tess-tideline/, overLimit)),
    tabTo(button('Understood', overLimit)),
    keyThen('Enter', button('Downgrade to Free')),
  ]),
  {
    ...toldWalk('Downgrade to Free and say why', billing('elsewhere', plans), [
      tabTo(button('Downgrade to Free')),
      ...opens(toFree),
      ready(button('Continue to downgrade', toFree)),
      tabTo(button('Continue to downgrade', toFree)),
      ...opens(exitSurvey),
      tabTo(button('Confirm downgrade', exitSurvey)),
      keyThen('Enter', radio(/./, exitSurvey)),
      see(text('Please select a reason for canceling your subscription', exitSurvey)),
      arrowTo('ArrowDown', radio('None of the above', exitSurvey)),
      tabTo(button('Confirm downgrade', exitSurvey)),
      leave('Enter'),
      comesBackTo(changePlan),
      hear('downgraded to Free Plan'),
    ]),
    member: 'outsider',
    changes: true,
  },
  {
    ...toldWalk('Take a scheduled downgrade back', billing('fly-scheduled', plans), [
      tabTo(button('Undo the downgrade')),
      ...opens(takeBack),
      tabTo(button('Stay on the Pro Plan', takeBack)),
      keyThen('Enter', button('Downgrade to Free')),
      hear('This organization stays on the Pro Plan'),
    ]),
    changes: true,
  },
  saving('Turn the spend cap off', billing('grace-over'), [
    tabTo(button('Change spend cap')),
    ...opens(cap),
    tabTo(radio('Spend cap enabled', cap)),
    keyThen('ArrowDown', radio('Spend cap disabled', cap)),
    ready(button(/^Confirm/, cap)),
    tabTo(button(/^Confirm/, cap)),
    leave('Enter'),
    comesBackTo(button('Change spend cap')),
    hear('Successfully disabled spend cap'),
  ]),
];

const payments: readonly Walk[] = [
  saving('Pay an invoice and come back', billing('restricted'), [
    tabTo(button(/^Pay Now, invoice/)),
    leave('Enter'),
    tabTo(textbox('Card number')),
    ...typeOver('4242424242424242'),
    tabTo(textbox('Expiration date (MM / YY)')),
    ...typeOver('1234'),
    keyThen('Tab', textbox('Security code (CVC)')),
    ...typeOver('123'),
    tabTo(textbox(/^(Postal|ZIP) code/)),
    ...typeOver('94107'),
    tabTo(button(/^Pay \$/)),
    leave('Enter'),
    see(heading('Billing')),
    hear('is paid'),
    tabTo(button(/^Close, Invoice .* is paid$/)),
    keyThen('Enter', heading('Past Invoices')),
  ]),
  saving('Top up credits', billing('pro-capped'), [
    tabTo(button('Top Up')),
    ...opens(topUp),
    tabTo(amount),
    ...typeOver('5'),
    stay('Enter'),
    see(text('Amount must be between $100 - $2000.', topUp)),
    ...typeOver('250'),
    tabTo(button('Top Up $250', topUp)),
    leave('Enter'),
    hear('Checking your card...'),
    comesBackTo(button('Top Up')),
    hear('Successfully topped up balance.'),
  ]),
  saving('Fail at the bank and try again', billing('extreme-text'), [
    tabTo(button('Top Up')),
    ...opens(topUp),
    ...chooseNewCard('Visa ending in 4242', topUp),
    ...typeCard('4000002760003184'),
    tabTo(topUpHundred),
    leave('Enter'),
    ...answerBank('Fail authentication'),
    comesBackTo(topUpHundred),
    see(text('Error confirming payment', topUp)),
    leave('Enter'),
    ...answerBank('Complete authentication'),
    comesBackTo(button('Top Up')),
    hear('Successfully topped up balance.'),
  ]),
  saving('Add a card', billing('changes-disabled'), [
    tabTo(button('Add new card')),
    ...opens(addCard),
    ...typeCard('5555555555554444'),
    tabTo(button('Add card', addCard)),
    leave('Enter'),
    comesBackTo(button('Add new card')),
    hear('Successfully added new payment method'),
  ]),
  saving('Choose another card', billing('pro-payg'), [
    tabTo(mastercard),
    keyThen('Enter', menuitem('Use this card')),
    ...opens(useMastercard),
    tabTo(button('Use this card', useMastercard)),
    // Four invoices are open, so the dialog offers to pay them with the new card.
    keyThen('Enter', button(/^Pay \$.* now with this card$/)),
    hear('Successfully switched to card ending with 4444'),
    tabBackTo(button('Not now')),
    keyThen('Enter', mastercard),
  ]),
  saving('Delete the only card', billing('free-one-card'), [
    tabTo(button('Options for Visa ending in 4242')),
    keyThen('Enter', menuitem('Use this card')),
    keyThen('ArrowDown', menuitem('Delete card')),
    ...opens(deleteVisa),
    tabTo(button('Delete card', deleteVisa)),
    keyThen('Enter', heading('Payment Methods')),
    hear('Successfully removed payment method'),
  ]),
  {
    ...toldWalk('Learn why a card can not be added', billing('pro-payg'), [
      tabTo(button('Add new card')),
      stay('Enter'),
      hear('You need additional permissions to manage payment methods'),
      tabTo(link(/./)),
    ]),
    member: 'developer',
  },
];

export const moneyWalks: readonly Walk[] = [...changesOfPlan, ...payments];
