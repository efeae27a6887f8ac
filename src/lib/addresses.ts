/** Where a member finds help; in the same place on every page. */
export const supportAddress = 'mailto:support@groundwork.example';

/** What each plan costs, on the site. */
export const pricingAddress = 'https://groundwork.example/pricing';

/** The first page of the documentation. */
export const docsAddress = 'https://groundwork.example/docs';

/** Pages of the documentation that the billing pages lead to. */
export const docAddresses = {
  fairUse: `${docsAddress}/billing/fair-use-policy`,
  restrictions: `${docsAddress}/billing/restrictions`,
  spendCap: `${docsAddress}/billing/spend-cap`,
  upcomingInvoice: `${docsAddress}/billing/upcoming-invoice`,
  computeCredits: `${docsAddress}/billing/compute-credits`,
  marketplace: `${docsAddress}/billing/cloud-marketplace`,
  /** How a usage metric is measured and billed. */
  metric: (page: string) => `${docsAddress}/billing/usage/${page}`,
} as const;

/** Where the hosting-provider partner manages its customers' billing; it has no redirect call of its own. */
export const flyDashboard = 'https://fly.io/dashboard';

/** The invoices of a hosting-platform marketplace installation. */
export const vercelInvoices = (installationId: string): string =>
  `https://vercel.com/dashboard/${encodeURIComponent(installationId)}/invoices`;

/** The billing console of the cloud provider. */
export const awsBillingConsole = 'https://console.aws.amazon.com/billing/home#/bills';

/** The sign-in, which leads on to a path of this site. */
export const signInAddress = (next: string): string => `/sign-in?next=${encodeURIComponent(next)}`;

/** Addresses of the page's own links. */
export const helpAddresses = {
  home: '/',
  sessions: '/sessions',
  organization: (slug: string) => `/org/${encodeURIComponent(slug)}`,
  billing: (slug: string) => `/org/${encodeURIComponent(slug)}/billing`,
  budgets: (slug: string) => `/org/${encodeURIComponent(slug)}/budgets`,
  invoice: (slug: string, id: string) => `/org/${encodeURIComponent(slug)}/billing/invoices/${encodeURIComponent(id)}`,
  activity: (slug: string) => `/org/${encodeURIComponent(slug)}/activity`,
  usage: (slug: string) => `/org/${encodeURIComponent(slug)}/usage`,
  project: (ref: string) => `/project/${encodeURIComponent(ref)}`,
} as const;

/** A running embedded platform makes keys of the admin API here, without a key. */
export const operatorKeysAddress = '/sandbox/admin-keys';

/** The movable clock of the embedded mode. */
export const clockAddress = '/sandbox/clock';
