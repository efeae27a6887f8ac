import {
  alertDialog,
  billing,
  button,
  dialog,
  key,
  menuitem,
  press,
  radio,
  text,
  wait,
  type State,
  type Step,
  type Target,
} from './state.ts';

const plans = '?panel=subscriptionPlan';
const upgradeDialog = dialog('Upgrade to Pro');

const sources = {
  plans: 'src/billing/subscription/PlanPanel.tsx',
  upgrade: 'src/billing/subscription/UpgradeDialog.tsx',
  resume: 'src/billing/subscription/ResumeDialog.tsx',
  cancelChange: 'src/billing/subscription/CancelChangeDialog.tsx',
  upgradeSurvey: 'src/billing/surveys/UpgradeSurvey.tsx',
  downgrade: 'src/billing/downgrade/DowngradeDialog.tsx',
  members: 'src/billing/downgrade/MembersWarning.tsx',
  scheduled: 'src/billing/downgrade/ScheduledDowngrade.tsx',
  exitSurvey: 'src/billing/surveys/ExitSurvey.tsx',
  spendCap: 'src/billing/cost-control/SpendCapPanel.tsx',
  topUp: 'src/billing/credits/TopUpDialog.tsx',
  addCard: 'src/billing/payment-methods/AddCardPanel.tsx',
  deleteCard: 'src/billing/payment-methods/DeleteCardDialog.tsx',
  useCard: 'src/billing/payment-methods/UseCardDialog.tsx',
  exportInvoices: 'src/billing/invoices/ExportInvoices.tsx',
} as const;

const shows = (
  source: keyof typeof sources,
  name: string,
  address: string,
  steps: readonly Step[],
  sees: readonly Target[],
  changes = false,
): State => ({
  name,
  member: 'owner',
  address,
  steps,
  sees,
  dialogs: [sources[source]],
  ...(changes && { changes }),
});

const chooseFree = press(button('Downgrade to Free'));
const downgrade = alertDialog('Downgrade to the Free Plan?');
const toSurvey = [chooseFree, press(button('Continue to downgrade'))];
const survey = dialog('Help us improve');
const upgrade = [press(button('Upgrade to Pro')), wait(upgradeDialog)];
const withCard = [...upgrade, press(radio('Visa ending in 4242', upgradeDialog))];
const pay = press(button('Upgrade to Pro, pay $25.00 today', upgradeDialog));

const planStates: readonly State[] = [
  shows(
    'plans',
    'Plan panel',
    billing('pro-capped', plans),
    [],
    [dialog(/Harbour Logistics/), button('Upgrade to Team'), button('Downgrade to Free')],
  ),
  shows('plans', 'Plan panel, Free Plan', billing('free-one-card', plans), [], [dialog(/Driftwood Studio/), button('Upgrade to Pro')]),
  shows(
    'plans',
    'Plan panel by its button',
    billing('pro-capped'),
    [press(button('Change subscription plan'))],
    [dialog(/Harbour Logistics/)],
  ),
  shows(
    'plans',
    'Plan panel: comparison',
    billing('pro-capped', plans),
    [press(button('Comparison'))],
    [dialog(/Harbour Logistics/), { role: 'table', name: 'What each plan has' }],
  ),
  shows('plans', 'Plan panel, managed by a partner', billing('fly-scheduled', plans), [], [dialog(/Paper Lake Games/)]),
  shows('plans', 'Plan panel, Enterprise', billing('enterprise-invoice', plans), [], [dialog(/Meridian/)]),
  shows('plans', 'Plan panel, changes switched off', billing('changes-disabled', plans), [], [dialog(/Juniper Travel/)]),
  shows('plans', 'Plan panel, OrioleDB projects', billing('oriole-lab', plans), [], [dialog(/Oriole Lab/)]),
  shows('plans', 'Plan panel, an upgrade waits', billing('pending-payment', plans), [], [dialog(/Willow Clinics/)]),
  {
    ...shows('plans', 'Plan panel, not to be changed', billing('pro-capped', plans), [], [dialog(/Harbour Logistics/)]),
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
    [dialog('Continue the payment of your plan')],
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
    [chooseFree],
    [alertDialog('Take back the change to the Free Plan?')],
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

const cardMenu = press(button('Options for Mastercard ending in 4444'));

const cardStates: readonly State[] = [
  {
    name: 'Card menu open',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [cardMenu],
    sees: [menuitem('Use this card'), menuitem('Delete card')],
  },
  {
    name: 'Card menu of the active card',
    member: 'owner',
    address: billing('pro-payg'),
    steps: [press(button('Options for Visa ending in 4242'))],
    sees: [menuitem(/^Delete card/)],
  },
  shows(
    'deleteCard',
    'Delete a card',
    billing('pro-payg'),
    [cardMenu, press(menuitem('Delete card'))],
    [alertDialog('Delete Mastercard ending in 4444?')],
  ),
  shows(
    'useCard',
    'Use a card',
    billing('pro-payg'),
    [cardMenu, press(menuitem('Use this card'))],
    [alertDialog('Use Mastercard ending in 4444?')],
  ),
  shows('addCard', 'Add a card', billing('pro-capped'), [press(button('Add new card'))], [dialog('Add new card')]),
  shows(
    'addCard',
    'Add a card: fields empty',
    billing('pro-capped'),
    [press(button('Add new card')), press(button('Add card'))],
    [dialog('Add new card')],
  ),
  shows(
    'addCard',
    'Add a card: address open',
    billing('pro-capped'),
    [press(button('Add new card')), press(button('Billing name, address and tax ID', dialog('Add new card')))],
    [{ role: 'combobox', name: 'Country', within: dialog('Add new card') }],
  ),
];

const topUp = dialog('Top Up Credits');
const openTopUp = press(button('Top Up'));
const amount: Target = { role: 'textbox', name: 'Amount (USD)', within: topUp };
const cap = dialog('Spend cap');

const otherStates: readonly State[] = [
  shows('topUp', 'Top up', billing('pro-capped'), [openTopUp], [topUp]),
  shows(
    'topUp',
    'Top up: new card',
    billing('pro-capped'),
    [openTopUp, press(radio('Use a new card', topUp))],
    [{ role: 'group', name: 'Card details', within: topUp }],
  ),
  shows(
    'topUp',
    'Top up: amount out of range',
    billing('pro-capped'),
    [openTopUp, { do: 'fill', target: amount, text: '5' }, press(button(/^Top Up/, topUp))],
    [text('Amount must be between $100 - $2000.', topUp)],
  ),
  shows('spendCap', 'Spend cap panel', billing('pro-capped', '?panel=costControl'), [], [cap, radio('Spend cap enabled', cap)]),
  shows('spendCap', 'Spend cap panel by its button', billing('pro-capped'), [press(button('Change spend cap'))], [cap]),
  shows(
    'spendCap',
    'Spend cap panel: turning it off',
    billing('pro-capped', '?panel=costControl'),
    [press(radio('Spend cap disabled', cap))],
    [cap, button('Confirm', cap)],
  ),
  shows(
    'spendCap',
    'Spend cap panel: turning it on',
    billing('pro-payg', '?panel=costControl'),
    [press(radio('Spend cap enabled', cap))],
    [cap, button('Confirm', cap)],
  ),
  shows(
    'spendCap',
    'Spend cap panel: rates',
    billing('pro-capped', '?panel=costControl'),
    [press(button('Rates after the quota', cap))],
    [cap, { role: 'table', name: /./, within: cap }],
  ),
  { ...shows('spendCap', 'Spend cap panel, not to be changed', billing('pro-payg', '?panel=costControl'), [], [cap]), member: 'developer' },
  shows('exportInvoices', 'Export invoices', billing('pro-capped'), [press(button('Export'))], [dialog('Export invoices')]),
  shows(
    'exportInvoices',
    'Export invoices: last day before the first',
    billing('pro-capped'),
    [
      press(button('Export')),
      { do: 'fill', target: { role: 'textbox', name: 'From', within: dialog('Export invoices') }, text: '2026-05-02' },
      { do: 'fill', target: { role: 'textbox', name: 'To', within: dialog('Export invoices') }, text: '2026-05-01' },
    ],
    [text('The last day must not be before the first day', dialog('Export invoices'))],
  ),
  {
    ...shows(
      'exportInvoices',
      'Dialog closed by Escape',
      billing('pro-capped'),
      [press(button('Export')), wait(dialog('Export invoices')), key('Escape')],
      [button('Export')],
    ),
    dialogs: [],
  },
];

/** Side panels and dialogs, and their steps. */
export const dialogStates: readonly State[] = [...planStates, ...cardStates, ...otherStates];
