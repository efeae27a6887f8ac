import { alertDialog, button, dialog, heading, radio, textbox, type Target } from '#a11y/states/state.ts';
import { arrowTo, keyThen, leave, see, tabTo, type, typeOver, type Walk, type WalkStep } from './walk.ts';

export const plans = '?panel=subscriptionPlan';

const inCardFrame = (target: Target): Target => ({ ...target, frame: 'Secure card fields' });
const inBankFrame = (target: Target): Target => ({ ...target, frame: 'Payment authentication by your bank' });

export const cardNumber = inCardFrame(textbox('Card number'));
const expiry = inCardFrame(textbox('Expiration date (MM / YY)'));
const code = inCardFrame(textbox('Security code (CVC)'));

/** Steps that type a card into the card fields, starting at the first field and replacing existing input. */
export const fillCard = (number: string): readonly WalkStep[] => [
  ...typeOver(number),
  keyThen('Tab', expiry),
  ...typeOver('1234'),
  keyThen('Tab', code),
  ...typeOver('123'),
];

export const typeCard = (number: string): readonly WalkStep[] => [tabTo(cardNumber), ...fillCard(number)];

export const chooseNewCard = (known: string, within: Target): readonly WalkStep[] => [
  tabTo(radio(known, within)),
  arrowTo('ArrowDown', radio('Use a new card', within)),
];

export const answerBank = (answer: 'Complete authentication' | 'Fail authentication'): readonly WalkStep[] => [
  see(inBankFrame(heading('Confirm that it is you'))),
  tabTo(inBankFrame(button(answer))),
  leave('Enter'),
];

export const walk = (name: string, at: string, steps: readonly WalkStep[]): Walk => ({ name, member: 'owner', address: at, steps });
export const toldWalk = (name: string, at: string, steps: readonly WalkStep[]): Walk => ({ ...walk(name, at, steps), isTold: true });
export const saving = (name: string, at: string, steps: readonly WalkStep[]): Walk => ({ ...toldWalk(name, at, steps), changes: true });

export const cap = dialog('Spend cap');
export const topUp = dialog('Top Up Credits');
export const addCard = dialog('Add new card');
export const exitSurvey = dialog('Help us improve');
export const upgradeSurvey = dialog("We're excited for your upgrade");
export const question = (card: string, way: 'Use' | 'Delete'): Target => alertDialog(`${way} ${card}?`);

export const typeAddress = (
  within: Target,
  { name, line1, country, postal, city }: Readonly<Record<string, string>>,
): readonly WalkStep[] => [
  tabTo(textbox('Name', within)),
  type(name ?? ''),
  keyThen('Tab', textbox('Address line 1', within)),
  type(line1 ?? ''),
  tabTo({ role: 'combobox', name: 'Country', within }),
  type(country ?? ''),
  { do: 'key', key: 'Enter' },
  tabTo(textbox('Postal code', within)),
  type(postal ?? ''),
  keyThen('Tab', textbox('City', within)),
  type(city ?? ''),
];
