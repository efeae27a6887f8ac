/** Where the hosting-provider partner manages its customers' billing; it has no redirect call of its own. */
export const flyDashboard = 'https://fly.io/dashboard';

/** The invoices of a hosting-platform marketplace installation. */
export const vercelInvoices = (installationId: string): string =>
  `https://vercel.com/dashboard/${encodeURIComponent(installationId)}/invoices`;

/** The billing console of the cloud provider. */
export const awsBillingConsole = 'https://console.aws.amazon.com/billing/home#/bills';
