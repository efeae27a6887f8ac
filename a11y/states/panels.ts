import { billing, dialog, type State } from './state.ts';

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
    dialogs: ['src/billing/cost-control/SpendCapPanel.tsx'],
  },
];
