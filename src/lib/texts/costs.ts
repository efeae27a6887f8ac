export const costTexts = {
  charges: {
    plan: 'Plan',
    unused_time: 'Unused time of a plan',
    compute_credits: 'Compute Credits',
    corrected: 'Corrections of unpaid invoices',
    credit_note: 'Credit notes',
    over_limit: 'Above the spending limit',
  },
  balance: 'Credit balance',
  debt: 'Earlier balance',
  creditNote: 'Credit note {number}',
  columns: { day: 'Day', project: 'Project', branch: 'Branch', metric: 'Metric', name: 'Name', amount: 'Amount', currency: 'Currency' },
  noRead: "You need additional permissions to view this organization's costs",
} as const;
