/** Subscription section. */
export const subscriptionTexts = {
  planName: '{plan} Plan',
  changePlan: 'Change subscription plan',
  noRead: "You need additional permissions to view this organization's subscription",
  failed: 'Failed to retrieve subscription',
} as const;
