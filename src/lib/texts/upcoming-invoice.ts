export const upcomingInvoiceTexts = {
  daysLeft: '{days} day(s) left',
  noRead: "You need additional permissions to view this organization's upcoming invoice",
  priceTag: 'What would it cost?',
  failed: 'Failed to retrieve upcoming invoice',
  tiny: '<0.01',
  upToAnHour: 'Changes to add-ons and new projects may take up to an hour to appear.',
  aboutCosts: 'About these costs',
  unpredictable: "Monthly active users, storage and function invocations can't be predicted and are not in the projected costs.",
  firstProjectCovered: 'The first project is covered by Compute Credits. Extra projects start at {price}/month.',
  gp3Meaning: 'gp3 is the standard type of disk.',
} as const;
