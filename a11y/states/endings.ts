import {
  billing,
  button,
  checkbox,
  dialog,
  fault,
  fill,
  heading,
  inFrame,
  key,
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

const plans = '?panel=subscriptionPlan';
const resume = dialog('Continue the payment of your plan');
const topUp = dialog('Top Up Credits');
const bank = 'Payment authentication by your bank';
const excited = dialog("We're excited for your upgrade");
const upgrade = dialog('Upgrade to Team');
const cap = dialog('Spend cap');
const mastercard = 'Mastercard ending in 4444';

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

/** Challenges, which ask somebody else's question. The bank's is left open, so nothing is paid. */
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

/** What is said when something is done. Each state has an organization of its own to change. */
const done: readonly State[] = [
  changing(
    'Message: another card is used',
    'pro-payg',
    [
      press(button(`Options for ${mastercard}`)),
      press(menuitem('Use this card')),
      press(button('Use this card', { role: 'alertdialog', name: `Use ${mastercard}?` })),
    ],
    [text('Successfully switched to card ending with 4444')],
  ),
  changing(
    'Messages kept in the list',
    'pro-capped',
    [
      press(radio('Spend cap disabled', cap)),
      wait(text(/takes effect at once/, cap)),
      press(button(/^Confirm/, cap)),
      wait(region('Messages')),
      press(button('Recent messages')),
    ],
    [heading('Billing'), button('Recent messages')],
    '?panel=costControl',
  ),
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
      'extreme-text',
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
      'restricted',
      toTeam(/./),
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
    'Recipients: saved',
    'card-no-address',
    [
      press(button('Edit email recipients')),
      fill(textbox('Add recipients', region('Email Recipients')), 'second@harbour.example'),
      key('Enter'),
      press(button('Save', region('Email Recipients'))),
    ],
    [text('second@harbour.example', region('Email Recipients'))],
  ),
];

/** Questions of others on the way, and what is said at the end. */
export const endingStates: readonly State[] = [...challenges, ...done];
