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

/** Dashboard of the partner that provides hosting. The partner has no API that returns a redirect address. */
export const flyDashboard = 'https://fly.io/dashboard';

export const vercelInvoices = (installationId: string): string =>
  `https://vercel.com/dashboard/${encodeURIComponent(installationId)}/invoices`;

export const awsBillingConsole = 'https://console.aws.amazon.com/billing/home#/bills';

/** Address of the sign-in page, which redirects to the path `next` of this site afterwards. */
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

/** API path that creates admin API keys without requiring a key; embedded mode only. */
export const operatorKeysAddress = '/sandbox/admin-keys';

/** API path that controls the sandbox clock; embedded mode only. */
export const clockAddress = '/sandbox/clock';
