import { partSources } from '#billing/part-sources.ts';
import type { RouteMatch } from './routes.ts';

const pageSources = {
  home: 'src/app/pages/HomePage.tsx',
  signIn: 'src/app/pages/SignInPage.tsx',
  sessions: 'src/app/pages/SessionsPage.tsx',
  organization: 'src/app/pages/OrganizationPage.tsx',
  billing: 'src/app/pages/OrganizationBillingPage.tsx',
  invoice: 'src/app/pages/InvoicePage.tsx',
  usage: 'src/app/pages/UsagePage.tsx',
  budgets: 'src/app/pages/BudgetsPage.tsx',
  activity: 'src/app/pages/ActivityPage.tsx',
  statement: 'src/app/pages/StatementPage.tsx',
  tokens: 'src/app/pages/TokensPage.tsx',
  proposals: 'src/app/pages/ProposalsPage.tsx',
  project: 'src/app/pages/ProjectPage.tsx',
  notFound: 'src/app/pages/NotFoundPage.tsx',
} as const;

const apiClient = 'src/lib/browser/call.ts';

/** Returns the source files whose chunks the page preloads for its first view. All other sections load on demand. */
export function urgentParts(route: RouteMatch | null, search: string, asksAtOnce: boolean): readonly string[] {
  const page = [pageSources[route?.name ?? 'notFound'], ...(asksAtOnce ? [apiClient] : [])];
  if (route?.name !== 'billing') return page;
  const isAboutInvoices = /[?&](invoice|paid=|pay=)/.test(search);
  return [...page, ...(isAboutInvoices ? [partSources.invoices] : Object.values(partSources).slice(0, 2))];
}
