export const supportAddress = 'mailto:support@groundwork.example';

export const pricingAddress = 'https://groundwork.example/pricing';

export const docsAddress = 'https://groundwork.example/docs';

export const docAddresses = {
  fairUse: `${docsAddress}/billing/fair-use-policy`,
  restrictions: `${docsAddress}/billing/restrictions`,
  spendCap: `${docsAddress}/billing/spend-cap`,
  upcomingInvoice: `${docsAddress}/billing/upcoming-invoice`,
  computeCredits: `${docsAddress}/billing/compute-credits`,
  marketplace: `${docsAddress}/billing/cloud-marketplace`,
  metric: (page: string) => `${docsAddress}/billing/usage/${page}`,
} as const;

/** The hosting-provider partner's dashboard; the partner has no redirect call. */
export const flyDashboard = 'https://fly.io/dashboard';

export const vercelInvoices = (installationId: string): string =>
  `https://vercel.com/dashboard/${encodeURIComponent(installationId)}/invoices`;

export const awsBillingConsole = 'https://console.aws.amazon.com/billing/home#/bills';

/** This page then redirects to a path of this site. */
export const signInAddress = (next: string): string => `/sign-in?next=${encodeURIComponent(next)}`;

export const helpAddresses = {
  home: '/',
  sessions: '/sessions',
  organization: (slug: string) => `/org/${encodeURIComponent(slug)}`,
  billing: (slug: string) => `/org/${encodeURIComponent(slug)}/billing`,
  budgets: (slug: string) => `/org/${encodeURIComponent(slug)}/budgets`,
  invoice: (slug: string, id: string) => `/org/${encodeURIComponent(slug)}/billing/invoices/${encodeURIComponent(id)}`,
  statement: (slug: string) => `/org/${encodeURIComponent(slug)}/statement`,
  activity: (slug: string) => `/org/${encodeURIComponent(slug)}/activity`,
  tokens: (slug: string) => `/org/${encodeURIComponent(slug)}/tokens`,
  proposals: (slug: string) => `/org/${encodeURIComponent(slug)}/proposals`,
  usage: (slug: string) => `/org/${encodeURIComponent(slug)}/usage`,
  project: (ref: string) => `/project/${encodeURIComponent(ref)}`,
} as const;

/** Creates admin API keys without a key; embedded mode only. */
export const operatorKeysAddress = '/sandbox/admin-keys';

/** Controls the movable clock; embedded mode only. */
export const clockAddress = '/sandbox/clock';
