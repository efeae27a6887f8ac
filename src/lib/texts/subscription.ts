export const subscriptionTexts = {
  planName: '{plan} Plan',
  changePlan: 'Change subscription plan',
  noRead: "You need additional permissions to view this organization's subscription",
  failed: 'Failed to retrieve subscription',
  pausedTitle: 'Payments are paused',
  paused:
    "We're checking our payment records, and nothing is charged until that's done. You can see everything here, but you can't pay, add cards or buy credits yet.",
} as const;
