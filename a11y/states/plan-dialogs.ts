import { alertDialog, billing, button, dialog, heading, press, radio, text, wait, type State } from './state.ts';
import { shows } from './shows-dialog.ts';

const plans = '?panel=subscriptionPlan';
const planPanel = dialog('Change subscription plan');
const upgradeDialog = dialog('Upgrade to Pro');

const chooseFree = press(button('Downgrade to Free'));
const downgrade = alertDialog('Downgrade to the Free Plan?');
const toSurvey = [chooseFree, press(button('Continue to downgrade'))];
const survey = dialog('Help us improve');
const upgrade = [press(button('Upgrade to Pro')), wait(upgradeDialog)];
const withCard = [...upgrade, press(radio('Visa ending in 4242', upgradeDialog))];
const pay = press(button('Upgrade to Pro, pay $25.00 today', upgradeDialog));

export const planStates: readonly State[] = [
  shows(
    'plans',
    'Plan panel',
    billing('pro-capped', plans),
    [],
    [heading(/Harbour Logistics/, planPanel), button('Upgrade to Team'), button('Downgrade to Free')],
  ),
  shows(
    'plans',
    'Plan panel, Free Plan',
    billing('free-one-card', plans),
    [],
    [heading(/Driftwood Studio/, planPanel), button('Upgrade to Pro')],
  ),
  shows(
    'plans',
    'Plan panel by its button',
    billing('pro-capped'),
    [press(button('Change subscription plan'))],
    [heading(/Harbour Logistics/, planPanel)],
  ),
  shows(
    'plans',
    'Plan panel: comparison',
    billing('pro-capped', plans),
    [press(button('Comparison'))],
    [heading(/Harbour Logistics/, planPanel), { role: 'table', name: 'Plan comparison' }],
  ),
  shows('plans', 'Plan panel, longest and strangest names', billing('extreme-text', plans), [], [planPanel]),
  shows('plans', 'Plan panel, managed by a partner', billing('fly-scheduled', plans), [], [heading(/Paper Lake Games/, planPanel)]),
  shows('plans', 'Plan panel, Enterprise', billing('enterprise-invoice', plans), [], [heading(/Meridian/, planPanel)]),
  shows('plans', 'Plan panel, changes switched off', billing('changes-disabled', plans), [], [heading(/Juniper Travel/, planPanel)]),
  shows('plans', 'Plan panel, OrioleDB projects', billing('oriole-lab', plans), [], [heading(/Oriole Lab/, planPanel)]),
  shows('plans', 'Plan panel, an upgrade waits', billing('pending-payment', plans), [], [heading(/Willow Clinics/, planPanel)]),
  {
    ...shows('plans', 'Plan panel, not to be changed', billing('pro-capped', plans), [], [heading(/Harbour Logistics/, planPanel)]),
    member: 'developer',
  },
  shows('upgrade', 'Upgrade with a new card', billing('free-one-card', plans), upgrade, [
    upgradeDialog,
    { role: 'group', name: 'Card details', within: upgradeDialog },
  ]),
  shows('upgrade', 'Upgrade with a kept card', billing('free-one-card', plans), withCard, [
    upgradeDialog,
    button('Upgrade to Pro, pay $25.00 today'),
  ]),
  shows(
    'upgrade',
    'Upgrade: monthly estimate open',
    billing('free-one-card', plans),
    [...upgrade, press(button(/^Monthly estimate/))],
    [upgradeDialog],
  ),
  shows('upgrade', 'Upgrade to Team', billing('pro-capped', plans), [press(button('Upgrade to Team'))], [dialog('Upgrade to Team')]),
  shows('upgrade', 'Downgrade to Pro', billing('team-eu', plans), [press(button('Downgrade to Pro'))], [dialog('Downgrade to Pro')]),
  shows('upgrade', 'Upgrade without address: errors', billing('free-one-card', plans), [...upgrade, pay], [upgradeDialog]),
  shows(
    'upgradeSurvey',
    'Upgrade survey',
    billing('free-one-card', plans),
    [...withCard, pay, wait(dialog("We're excited for your upgrade"))],
    [dialog("We're excited for your upgrade")],
    true,
  ),
  shows(
    'resume',
    'Continue a payment',
    billing('pending-payment'),
    [press(button('Continue the payment'))],
    [dialog('Continue your plan payment')],
  ),
  shows(
    'cancelChange',
    'Cancel a change that waits',
    billing('pending-payment'),
    [press(button('Cancel the change'))],
    [alertDialog('Cancel the change of your plan?')],
  ),
  shows('downgrade', 'Downgrade to Free', billing('pro-capped', plans), [chooseFree], [downgrade, text("Features you'll lose", downgrade)]),
  shows(
    'downgrade',
    'Downgrade to Free with add-ons',
    billing('over-limit', plans),
    [chooseFree],
    [downgrade, text('Add-ons that will be removed')],
  ),
  shows('members', 'Members over their project limit', billing('over-limit', plans), toSurvey, [
    dialog('Members exceed their free project limits'),
  ]),
  shows(
    'scheduled',
    'Take a scheduled downgrade back',
    billing('fly-scheduled', plans),
    [press(button('Undo the downgrade'))],
    [alertDialog('Undo the downgrade to the Free Plan?')],
  ),
  shows('exitSurvey', 'Exit survey', billing('pro-capped', plans), toSurvey, [survey]),
  shows(
    'exitSurvey',
    'Exit survey, nothing chosen',
    billing('pro-capped', plans),
    [...toSurvey, press(button('Confirm downgrade'))],
    [text('Please select a reason for canceling your subscription', survey)],
  ),
  shows(
    'exitSurvey',
    'Exit survey, pricing chosen',
    billing('pro-capped', plans),
    [...toSurvey, press(radio('It is too expensive.'))],
    [survey],
  ),
];
