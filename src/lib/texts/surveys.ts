export const surveyTexts = {
  downgradeTitle: 'Help us improve',
  upgradeTitle: "We're excited for your upgrade",
  noneOfTheAbove: 'None of the above',
  downgradeReasonRequired: 'Please select a reason for canceling your subscription',
  upgradeReasonRequired: 'Please select at least one reason for upgrading your subscription',
  upgradeFailed: 'Failed to submit upgrade survey: {message}',
  failed: 'Failed to submit survey: {message}',
  exitFailed: 'Failed to submit exit survey: {message}',
} as const;
