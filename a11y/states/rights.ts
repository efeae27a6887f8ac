import type { Member } from './scenarios.ts';
import { shows } from './shows-dialog.ts';
import { billing, button, dialog, press, region, signOut, stall, text, wait, type State } from './state.ts';

const who = dialog('Who can do this');

const whoCanState = (name: string, subject: string, member: Member, address: string, rule: string): State => ({
  ...shows(
    'whoCan',
    name,
    address,
    [press(button(`Who can do this, ${subject}`)), wait(button('Copy link', who))],
    [text(rule, who), button('Copy link', who)],
  ),
  member,
});

const plans = '?panel=subscriptionPlan';
const cap = '?panel=costControl';

/** States of dialogs that list members with a permission. The signed-in member does not have this permission. */
export const rightsStates: readonly State[] = [
  whoCanState(
    'Who can see credits',
    'Credit Balance',
    'viewer',
    billing('pro-capped'),
    "You need additional permissions to view this organization's credits.",
  ),
  whoCanState(
    'Who can manage cards',
    'Payment Methods',
    'developer',
    billing('pro-payg'),
    'You need additional permissions to manage payment methods.',
  ),
  whoCanState('Who can pay', 'pay invoices', 'developer', billing('pro-payg'), 'You need additional permissions to pay invoices.'),
  whoCanState('Who can top up', 'Credit Balance', 'developer', billing('pro-capped'), 'You need additional permissions to top up credits.'),
  whoCanState(
    'Who can edit the organization',
    'Email Recipients',
    'billing',
    billing('team-eu'),
    'You do not have the required permissions to update this organization.',
  ),
  whoCanState(
    'Who can change the plan',
    'plans',
    'developer',
    billing('pro-capped', plans),
    'You do not have permission to change the subscription plan.',
  ),
  whoCanState(
    'Who can change the spend cap',
    'spend cap',
    'developer',
    billing('pro-payg', cap),
    'You do not have permission to update spend cap.',
  ),
  {
    ...shows(
      'whoCan',
      'Who can do this: members not to be had',
      billing('pro-payg'),
      [wait(region('Payment Methods')), signOut, press(button('Who can do this, Payment Methods'))],
      [who, button(/^Retry/, who)],
    ),
    member: 'developer',
  },
  {
    ...shows(
      'whoCan',
      'Who can do this: under way',
      billing('pro-payg'),
      // Opens the dialog once to load its code. When it opens again, only the list of members is still loading.
      [
        press(button('Who can do this, Payment Methods')),
        wait(who),
        press(button('Close', who)),
        stall,
        press(button('Who can do this, Cost Control')),
      ],
      [who],
    ),
    member: 'developer',
  },
];
