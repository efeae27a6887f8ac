export const budgetsTexts = {
  overLimit: 'Used beyond your limit and not charged: {amount}',
  overLimitWhy: 'Your spending limit was reached',
  firstAlert: 'Twice the plan price',
  newBudget: 'New budget',
  coming: 'The next three cycles',
  comesNext: 'Show what comes next',
  noWrite: 'You need additional permissions to change budgets',
  noRead: "You need additional permissions to view this organization's budgets",
} as const;
