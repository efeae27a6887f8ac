/** Credit balance section. */
export const creditsTexts = {
  noRead: "You need additional permissions to view this organization's credits",
  disputed: 'Payments of {amount} are disputed. Nothing is charged for them until the bank has decided.',
  held: '{amount} of your credits was bought with them and can be used again if you win.',
} as const;
