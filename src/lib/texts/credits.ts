/** Credit balance section. */
export const creditsTexts = {
  noRead: "You need additional permissions to view this organization's credits",
} as const;
