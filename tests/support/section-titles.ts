/** Section titles in the specification's order; literal, so that journeys notice a change on the page. */
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
