/**
 * The titles of the page's sections in the order of the specification. Written out and not taken from the page, so that
 * a journey notices when the page's own change.
 */
export const sectionTitles = [
  'Subscription Plan',
  'Upcoming Invoice',
  'Cost Control',
  'Credit Balance',
  'Payment Methods',
  'Email Recipients',
  'Billing Address & Tax ID',
  'Past Invoices',
] as const;
