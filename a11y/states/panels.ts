import { alertDialog, billing, button, dialog, press, radio, text, wait, type State } from './state.ts';

/** Side panels that the address opens. */
export const panelStates: readonly State[] = [
  {
    name: 'Plan panel by address',
    member: 'owner',
    address: billing('pro-capped', '?panel=subscriptionPlan'),
    steps: [],
    sees: [dialog(/Harbour Logistics/)],
    dialogs: ['src/billing/subscription/PlanPanel.tsx'],
  },
  {
    name: 'Plan panel by address, Free Plan',
    member: 'owner',
    address: billing('free-one-card', '?panel=subscriptionPlan'),
    steps: [],
    sees: [dialog(/Driftwood Studio/)],
    dialogs: ['src/billing/subscription/PlanPanel.tsx'],
  },
  {
    name: 'Spend cap panel by address',
    member: 'owner',
    address: billing('pro-payg', '?panel=costControl'),
    steps: [],
    sees: [dialog('Spend cap')],
    dialogs: ['src/billing/cost-control/SpendCapPanel.tsx', 'src/billing/cost-control/SpendCapForm.tsx'],
  },
  {
    name: 'Spend cap panel, what turning it on costs',
    member: 'owner',
    address: billing('pro-payg', '?panel=costControl'),
    steps: [press(radio('Spend cap enabled')), wait(text(/is due today/))],
    sees: [dialog('Spend cap')],
    dialogs: ['src/billing/cost-control/SpendCapPanel.tsx', 'src/billing/cost-control/SpendCapForm.tsx'],
  },
  {
    name: 'Downgrade to Free, confirmation',
    member: 'owner',
    address: billing('over-limit', '?panel=subscriptionPlan'),
    steps: [press(button('Downgrade to Free')), wait(text("Features you'll lose"))],
    sees: [alertDialog('Downgrade to the Free Plan?')],
    dialogs: ['src/billing/downgrade/DowngradeDialog.tsx'],
  },
  {
    name: 'Downgrade to Free, members over their limit',
    member: 'owner',
    address: billing('over-limit', '?panel=subscriptionPlan'),
    steps: [
      press(button('Downgrade to Free')),
      wait(text("Features you'll lose")),
      press(button('Continue to downgrade')),
      wait(dialog('Members exceed their free project limits')),
    ],
    sees: [dialog('Members exceed their free project limits')],
    dialogs: ['src/billing/downgrade/MembersWarning.tsx'],
  },
  {
    name: 'Downgrade to Free, exit survey',
    member: 'owner',
    address: billing('pro-capped', '?panel=subscriptionPlan'),
    steps: [
      press(button('Downgrade to Free')),
      wait(text("Features you'll lose")),
      press(button('Continue to downgrade')),
      wait(dialog('Help us improve')),
    ],
    sees: [dialog('Help us improve')],
    dialogs: ['src/billing/surveys/ExitSurvey.tsx', 'src/billing/surveys/SurveyForm.tsx'],
  },
  {
    name: 'Downgrade to Free, scheduled already',
    member: 'owner',
    address: billing('fly-scheduled', '?panel=subscriptionPlan'),
    steps: [press(button('Downgrade to Free')), wait(alertDialog('Take back the change to the Free Plan?'))],
    sees: [alertDialog('Take back the change to the Free Plan?')],
    dialogs: ['src/billing/downgrade/ScheduledDowngrade.tsx'],
  },
];
