import type { State, Step, Target } from './state.ts';

const sources = {
  plans: 'src/billing/subscription/PlanPanel.tsx',
  upgrade: 'src/billing/subscription/UpgradeForm.tsx',
  resume: 'src/billing/subscription/ResumeDialog.tsx',
  cancelChange: 'src/billing/subscription/CancelChangeDialog.tsx',
  upgradeSurvey: 'src/billing/surveys/UpgradeSurvey.tsx',
  downgrade: 'src/billing/downgrade/DowngradeDialog.tsx',
  members: 'src/billing/downgrade/MembersWarning.tsx',
  scheduled: 'src/billing/downgrade/ScheduledDowngrade.tsx',
  exitSurvey: 'src/billing/surveys/ExitSurvey.tsx',
  spendCap: 'src/billing/cost-control/SpendCapPanel.tsx',
  stopCharges: 'src/billing/cost-control/StopChargesDialog.tsx',
  topUp: 'src/billing/credits/TopUpDialog.tsx',
  addCard: 'src/billing/payment-methods/AddCardPanel.tsx',
  deleteCard: 'src/billing/payment-methods/DeleteCardDialog.tsx',
  useCard: 'src/billing/payment-methods/UseCardDialog.tsx',
  discard: 'src/billing/shared/payment/use-discard-question.tsx',
  exportInvoices: 'src/billing/invoices/ExportInvoices.tsx',
  payWithCard: 'src/billing/payment-methods/PayWithCardDialog.tsx',
  useCredits: 'src/billing/invoices/UseCreditsDialog.tsx',
  whoCan: 'src/billing/shared/who-can/WhoCanDialog.tsx',
} as const;

export type DialogSource = keyof typeof sources;

export const shows = (
  source: DialogSource,
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
