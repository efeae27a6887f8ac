import {
  alertDialog,
  billing,
  button,
  dialog,
  fill,
  inFrame,
  key,
  link,
  menuitem,
  offline,
  press,
  radio,
  region,
  signOut,
  searchbox,
  stall,
  text,
  textbox,
  type,
  wait,
  type State,
  type Step,
  type Target,
} from './state.ts';
import { shows, type DialogSource } from './shows-dialog.ts';

const plans = '?panel=subscriptionPlan';
const cap = '?panel=costControl';
const topUp = dialog('Top Up Credits');
const upgrade = dialog('Upgrade to Pro');
const capPanel = dialog('Spend cap');
const survey = dialog('Help us improve');
const addCard = dialog('Add new card');
const resume = dialog('Continue your plan payment');
const mastercard = 'Mastercard ending in 4444';
const useCard = alertDialog(`Use ${mastercard}?`);
const deleteCard = alertDialog(`Delete ${mastercard}?`);
const takeBack = alertDialog('Undo the downgrade to the Free Plan?');
const cancelChange = alertDialog('Cancel the change of your plan?');
const cardMenu = press(button(`Options for ${mastercard}`));
const cardNumber = inFrame(textbox('Card number'), 'Secure card fields');

export const typeNewCard = (number = '5555555555554444'): readonly Step[] => [
  press(cardNumber),
  type(number),
  key('Tab'),
  type('1234'),
  key('Tab'),
  type('123'),
];

interface Attempt {
  readonly source: DialogSource;
  readonly name: string;
  readonly address: string;
  readonly within: Target;
  readonly before: readonly Step[];
  readonly last: Step;
  readonly busy: string;
}

const confirmationSteps = (within: Target, opens: readonly Step[], agrees: string | RegExp) => ({
  within,
  before: [...opens, wait(within)],
  last: press(button(agrees, within)),
});

const attempts: readonly Attempt[] = [
  {
    source: 'topUp',
    name: 'Top up',
    address: billing('pro-capped'),
    within: topUp,
    before: [press(button('Top Up')), wait(radio('Visa ending in 4242', topUp))],
    last: press(button('Top Up $100', topUp)),
    busy: 'Checking your card...',
  },
  {
    source: 'upgrade',
    name: 'Upgrade',
    address: billing('free-one-card', plans),
    within: upgrade,
    before: [press(button('Upgrade to Pro')), press(radio('Visa ending in 4242', upgrade))],
    last: press(button('Upgrade to Pro, pay $25.00 today', upgrade)),
    busy: 'Updating subscription...',
  },
  {
    source: 'spendCap',
    name: 'Spend cap',
    address: billing('pro-payg', cap),
    within: capPanel,
    before: [press(radio('Spend cap enabled', capPanel)), wait(text(/takes effect at once/, capPanel))],
    last: press(button(/^Confirm/, capPanel)),
    busy: 'Updating the spend cap...',
  },
  {
    source: 'exitSurvey',
    name: 'Exit survey',
    address: billing('pro-capped', plans),
    within: survey,
    before: [
      press(button('Downgrade to Free')),
      press(button('Continue to downgrade')),
      press(radio('It is too expensive.', survey)),
      fill(textbox(/./, survey), 'We close a project.'),
    ],
    last: press(button('Confirm downgrade', survey)),
    busy: 'Downgrading to the Free Plan...',
  },
  {
    source: 'scheduled',
    name: 'Take a scheduled downgrade back',
    address: billing('fly-scheduled', plans),
    ...confirmationSteps(takeBack, [press(button('Undo the downgrade'))], /^Stay on the/),
    busy: 'Canceling the downgrade...',
  },
  {
    source: 'cancelChange',
    name: 'Cancel a change that waits',
    address: billing('pending-payment'),
    ...confirmationSteps(cancelChange, [press(button('Cancel the change'))], 'Cancel the change'),
    busy: 'Canceling the change...',
  },
  {
    source: 'resume',
    name: 'Continue a payment',
    address: billing('pending-payment'),
    ...confirmationSteps(resume, [press(button('Continue the payment'))], 'Continue the payment'),
    busy: 'Confirming your payment...',
  },
  {
    source: 'useCard',
    name: 'Use a card',
    address: billing('pro-payg'),
    ...confirmationSteps(useCard, [cardMenu, press(menuitem('Use this card'))], 'Use this card'),
    busy: 'Switching the card...',
  },
  {
    source: 'stopCharges',
    name: 'Stop charges',
    address: billing('pro-payg'),
    ...confirmationSteps(alertDialog('Stop charges now?'), [press(button('Stop charges now'))], /^Stop at \$/),
    busy: 'Stopping charges...',
  },
  {
    source: 'useCredits',
    name: 'Use credits',
    address: billing('extreme-text'),
    ...confirmationSteps(alertDialog(/^Use credits for invoice/), [press(button(/^Use credits, invoice/))], /^Use \$/),
    busy: 'Using credits...',
  },
  {
    source: 'deleteCard',
    name: 'Delete a card',
    address: billing('pro-payg'),
    ...confirmationSteps(deleteCard, [cardMenu, press(menuitem('Delete card'))], 'Delete card'),
    busy: 'Deleting the card...',
  },
  {
    source: 'addCard',
    name: 'Add a card',
    address: billing('pro-capped'),
    within: addCard,
    before: [press(button('Add new card')), ...typeNewCard()],
    last: press(button('Add card', addCard)),
    busy: 'Checking your card...',
  },
];

const busy = attempts.map(({ source, name, address, within, before, last, busy: words }): State => ({
  ...shows(source, `${name}: under way`, address, [...before, stall, last, wait(text(words, within))], [within]),
  shows: [text(words, within)],
}));

const signedOut = attempts
  .filter(({ source }) => source !== 'addCard' && source !== 'resume')
  .map(({ source, name, address, within, before, last }) =>
    shows(
      source,
      `${name}: the session has ended`,
      address,
      [...before, signOut, last, wait(link('Sign in again, opens in new tab', within))],
      [link('Sign in again, opens in new tab', within)],
    ),
  );

const outOfReach = attempts
  .filter(({ source }) => source === 'useCard' || source === 'useCredits' || source === 'topUp' || source === 'upgrade')
  .map(({ source, name, address, within, before, last }) =>
    shows(
      source,
      `${name}: no connection`,
      address,
      [...before, offline, last],
      [within, text(/Check your connection|do not know yet|could not/, within)],
    ),
  );

const emails = region('Email Recipients');
const address = region('Billing Address & Tax ID');
const invoices = region('Past Invoices');
const addRecipient = [
  press(button('Edit email recipients')),
  fill(textbox('Add recipients', emails), 'second@harbour.example'),
  press(button('Add', emails)),
];
const changeCity = [press(button('Edit billing address')), fill(textbox('City', address), 'Rotterdam')];

/** Steps that wait until the invoice section is hydrated: they open its search, which works only after hydration. */
const aliveInvoices = [press(button('Find invoices', invoices)), wait(searchbox('Invoice number', invoices))];

const inPlace = (name: string, steps: readonly Step[], sees: readonly Target[], slug = 'pro-capped'): State => ({
  name,
  member: 'owner',
  address: billing(slug),
  steps,
  sees,
});

const forms: readonly State[] = [
  inPlace('Recipients: under way', [...addRecipient, stall, press(button('Save', emails))], [button('Save', emails)]),
  inPlace(
    'Recipients: the session has ended',
    [...addRecipient, signOut, press(button('Save', emails)), wait(link('Sign in again, opens in new tab', emails))],
    [link('Sign in again, opens in new tab', emails)],
  ),
  inPlace('Address: under way', [...changeCity, stall, press(button('Save', address))], [button('Save', address)]),
  inPlace(
    'Address: the session has ended',
    [...changeCity, signOut, press(button('Save', address)), wait(link('Sign in again, opens in new tab', address))],
    [link('Sign in again, opens in new tab', address)],
  ),
  {
    ...inPlace(
      'Pay now: under way',
      [...aliveInvoices, stall, press(button(/^Pay now/i, invoices))],
      [button(/^Pay now/i, invoices)],
      'pro-payg',
    ),
    shows: [text('Redirecting to payment gateway...', invoices)],
  },
  inPlace(
    'Pay now: no connection',
    [...aliveInvoices, offline, press(button(/^Pay now/i, invoices))],
    [text(/connection/, invoices)],
    'pro-payg',
  ),
  inPlace('Invoices: next page under way', [...aliveInvoices, stall, press(button('Next invoices'))], [button('Next invoices')]),
];

export const waitingStates: readonly State[] = [...busy, ...signedOut, ...outOfReach, ...forms];
