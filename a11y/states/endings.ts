import { confirmationsTexts } from '#lib/texts/notices.ts';
import {
  alertDialog,
  billing,
  button,
  checkbox,
  dialog,
  fault,
  fill,
  inFrame,
  key,
  link,
  list,
  memberMenu,
  menuitem,
  open,
  press,
  radio,
  region,
  stall,
  text,
  textbox,
  wait,
  type State,
} from './state.ts';
import { typeNewCard } from './waiting.ts';

const plans = '?panel=subscriptionPlan';
const resume = dialog('Continue your plan payment');
const topUp = dialog('Top Up Credits');
const bank = 'Payment authentication by your bank';
const excited = dialog("We're excited for your upgrade");
const upgrade = dialog('Upgrade to Team');
const mastercard = 'Mastercard ending in 4444';

const emails = region('Email Recipients');
const invoices = region('Past Invoices');
const sentTooOften = /An email can be sent again 3 times a day\. Next possible at /;
const addCard = dialog('Add new card');
const payOffer = alertDialog(/^Pay open invoices with /);
const payWithCard = 'src/billing/payment-methods/PayWithCardDialog.tsx';

const switchCard: State['steps'] = [
  press(button(`Options for ${mastercard}`)),
  press(menuitem('Use this card')),
  press(button('Use this card', alertDialog(`Use ${mastercard}?`))),
];

const addRecipient = (address: string): State['steps'] => [
  press(button('Edit email recipients')),
  fill(textbox('Add recipients', emails), address),
  key('Enter'),
  press(button('Save', emails)),
];

const changing = (name: string, slug: string, steps: State['steps'], sees: State['sees'], search = ''): State => ({
  name,
  member: 'owner',
  address: billing(slug, search),
  steps,
  sees,
  changes: true,
});

const toTeam = (card: RegExp): State['steps'] => [
  press(button('Upgrade to Team')),
  press(radio(card, upgrade)),
  press(button(/^Upgrade to Team, /, upgrade)),
];

/** These states show a challenge of a bank or a captcha. The challenge stays unanswered, so no payment succeeds. */
const challenges: readonly State[] = [
  {
    name: "Challenge: the bank's question",
    member: 'owner',
    address: billing('pending-payment'),
    steps: [press(button('Continue the payment')), press(button('Continue the payment', resume))],
    sees: [inFrame(button('Complete authentication'), bank)],
  },
  {
    ...changing(
      "Challenge: the bank's question not passed",
      'pending-payment',
      [
        press(button('Continue the payment')),
        press(button('Continue the payment', resume)),
        press(inFrame(button('Fail authentication'), bank)),
      ],
      [text(/^Could not confirm payment/, resume), button(/^Pay \$[\d.,]+ with this card$/, resume)],
    ),
    dialogs: ['src/billing/subscription/ResumeDialog.tsx'],
  },
  changing(
    'Challenge: captcha',
    'team-eu',
    [
      press(button('Top Up')),
      wait(radio(/ending in/, topUp)),
      fault({ on: 'captcha', effect: 'challenge', times: 1 }),
      press(button('Top Up $100', topUp)),
    ],
    [dialog('Security check')],
  ),
];

/** Each state uses a different organization. */
const done: readonly State[] = [
  changing(
    'Messages kept in the list: another card is used',
    'pro-capped',
    [...switchCard, wait(region('Messages')), press(memberMenu), press(button('Recent messages'))],
    [text('Successfully switched to card ending with 4444'), button('Recent messages')],
  ),
  {
    ...changing('Open invoices with a new default card', 'pro-payg', switchCard, [payOffer, list('Open invoices', payOffer)]),
    dialogs: [payWithCard],
  },
  {
    ...changing(
      'Open invoices with a new default card: under way',
      'restricted',
      [
        press(button('Add new card')),
        ...typeNewCard(),
        press(button('Add card', addCard)),
        wait(payOffer),
        stall,
        press(button(/^Pay \$[\d.,]+ now with this card$/, payOffer)),
        wait(text(/^Paying invoice /, payOffer)),
      ],
      [payOffer],
    ),
    shows: [text(/^Paying invoice /, payOffer)],
    dialogs: [payWithCard],
  },
  {
    ...changing(
      'Upgrade survey: nothing chosen',
      'over-limit',
      [...toTeam(/^Mastercard/), press(button('Submit', excited))],
      [text('Please select at least one reason for upgrading your subscription', excited), button('Submit', excited)],
      plans,
    ),
    dialogs: ['src/billing/surveys/UpgradeSurvey.tsx'],
  },
  {
    ...changing(
      'Upgrade survey: under way',
      'grace-period',
      [
        ...toTeam(/^Visa/),
        press(checkbox('I want better support.', excited)),
        stall,
        press(button('Submit', excited)),
        wait(text('Sending your answers...', excited)),
      ],
      [excited],
      plans,
    ),
    shows: [text('Sending your answers...', excited)],
    dialogs: ['src/billing/surveys/UpgradeSurvey.tsx'],
  },
  {
    ...changing(
      'Upgrade: the card is declined',
      'slow-org',
      [
        press(button('Upgrade to Team')),
        press(radio('Use a new card', upgrade)),
        // The gateway saves this card, but declines each charge.
        ...typeNewCard('4000000000000341'),
        press(button(/^Upgrade to Team, /, upgrade)),
      ],
      [text(/^Your card was declined/, upgrade), button(/^Upgrade to Team, /, upgrade)],
      plans,
    ),
    dialogs: ['src/billing/subscription/UpgradeForm.tsx'],
  },
  changing(
    'Usage after a plan change',
    'rare-usage',
    [...toTeam(/^Mastercard/), press(button('Skip', excited)), open('/org/rare-usage/usage')],
    [text('Your next invoice also bills usage from before a plan change'), region(/^Before the change to Team, /)],
    plans,
  ),
  changing(
    'Stop charges now: about to charge usage again',
    'extreme-text',
    [press(button('Stop charges now')), press(button(/^Stop at \$/)), press(button('Charge usage again'))],
    [alertDialog('Charge usage again?'), button('Remove the limit')],
  ),
  changing(
    'Invoices: a corrected one with its credit note',
    'busy-year',
    [
      // Opens the second newest invoice. The newest invoice already contains the current billing details, so it needs no correction.
      press({ ...link(/-\d{4}$/, invoices), nth: 1 }),
      press(button(/^Correct who is billed, /)),
      press(button('Issue corrected invoice')),
      wait(text(/^Corrected by invoice /)),
      press(link('Back to past invoices')),
    ],
    [button(/^Credit note, /, invoices), button(/^Corrected invoice, /, invoices), text(/ Corrected by /, invoices)],
  ),
  changing('Recipients: saved', 'card-no-address', addRecipient('second@harbour.example'), [
    text('second@harbour.example', emails),
    text(confirmationsTexts.notConfirmed, emails),
    text(confirmationsTexts.explained, emails),
  ]),
  changing(
    'Recipients: a confirmation sent again',
    'all-paused',
    [...addRecipient('second@paused.example'), press(button('Send again, confirmation email to second@paused.example'))],
    [text('Confirmation email sent to second@paused.example'), text(confirmationsTexts.notConfirmed, emails)],
  ),
  changing(
    'Recipients: too many added in an hour',
    'enterprise-invoice',
    ['1', '2', '3', '4', '5', '6'].flatMap((nth) => addRecipient(`recipient-${nth}@driftwood.example`)),
    [
      text(/Recipients can be added or replaced 5 times an hour\. .* Next possible at /, emails),
      button('Remove recipient-6@driftwood.example', emails),
    ],
  ),
  changing(
    'Budgets: too many recipients added in an hour',
    'free-start',
    [
      ...['1', '2', '3', '4', '5'].flatMap((nth) => addRecipient(`recipient-${nth}@start.example`)),
      wait(text('recipient-5@start.example', emails)),
      open('/org/free-start/budgets'),
      press(button('New budget')),
      fill(textbox('Name'), 'All of it'),
      fill(textbox('Amount in dollars'), '500'),
      fill(textbox('Add recipients'), 'recipient-6@start.example'),
      key('Enter'),
      press(button('Preview')),
      press(button('Save budget')),
    ],
    [text(/Recipients can be added or replaced 5 times an hour\. .* Next possible at /), button('Save budget')],
  ),
  changing(
    'Recipients: a confirmation sent again too often',
    'oriole-lab',
    [
      ...addRecipient('second@oriole.example'),
      // Presses eight times to exceed the maximum number of emails. A press sends no email if the previous email is still queued.
      ...Array.from({ length: 8 }, () => press(button('Send again, confirmation email to second@oriole.example'))),
      wait(text(sentTooOften, emails)),
    ],
    [text(sentTooOften, emails), text(confirmationsTexts.notConfirmed, emails)],
  ),
];

export const endingStates: readonly State[] = [...challenges, ...done];
