/** Section titles in the order of the specification. They are literal texts, so that journeys fail if a title on the page changes. */
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
