/** Where a member finds help; in the same place on every page. */
export const supportAddress = 'mailto:support@groundwork.example';

/** What each plan costs, on the site. */
export const pricingAddress = 'https://groundwork.example/pricing';

const docs = 'https://groundwork.example/docs';

/** Pages of the documentation that the billing pages lead to. */
export const docAddresses = {
  fairUse: `${docs}/billing/fair-use-policy`,
  restrictions: `${docs}/billing/restrictions`,
  spendCap: `${docs}/billing/spend-cap`,
  upcomingInvoice: `${docs}/billing/upcoming-invoice`,
  computeCredits: `${docs}/billing/compute-credits`,
  marketplace: `${docs}/billing/cloud-marketplace`,
  /** How a usage metric is measured and billed. */
  metric: (page: string) => `${docs}/billing/usage/${page}`,
} as const;
