export const pageTexts = {
  notFoundTitle: 'Looking for something?',
  notFoundText: "We couldn't find the page that you're looking for",
  headBack: 'Head back',
  planPanel: 'Change subscription plan for {organization}',
  spendCapPanel: 'Spend cap',
  contactOwner: 'Contact your organization owner or administrator for assistance.',
  organizationFailed: 'Failed to retrieve organization',
  part: 'this part',
  partFailed: 'This part of the page could not be loaded. Try again.',
  partOffline: 'This part of the page could not be loaded. Check your connection and try again.',
  slugRequired: 'Slug is required',
} as const;
