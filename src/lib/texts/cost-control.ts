export const costControlTexts = {
  enabled: 'Successfully enabled spend cap',
  disabled: 'Successfully disabled spend cap',
  /** Label of a button, and initial name of the budget that the button creates. */
  stopName: 'Stop charges now',
  noBudget: 'Alerts and limits:',
  limitReached: 'The limit "{name}" is reached:',
  changesDisabled: 'Subscription changes are currently disabled. Our engineers are working on a fix.',
  projectNotActive: 'Unable to update subscription as project is currently not active',
  noRead: "You need additional permissions to view this organization's spend cap",
  noWrite: 'You do not have permission to update spend cap',
  failed: 'Failed to toggle spend cap: {message}',
  fixedOnFree: 'The Free Plan has no spend cap: its usage is limited at all times',
  fixedOnPlan: 'The spend cap is off at all times on the {plan} Plan',
  fixedByPartner: 'The spend cap cannot be changed for an organization managed by {partner}',
} as const;
