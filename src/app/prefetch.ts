import {
  activityReads,
  billingReads,
  budgetReads,
  invoiceReads,
  proposalReads,
  statementReads,
  tokenReads,
  usageReads,
  type Read,
} from '#billing/reads.ts';
import { cycleOf } from '#billing/usage/usage-cycles.ts';
import { projectOf, usageInput } from '#billing/usage/use-usage.ts';
import type { CallResponse, Organization, Project } from '#contract/types.ts';
import type { PageRequest } from '#lib/page-request.ts';
import { createPageReader, type PageReader, type PrefetchedAnswers, readOrganization } from './page-reader.ts';
import type { RouteMatch, RouteName } from './routes.ts';

/** If an organization has more projects than this number, the server does not read the upcoming invoice. The browser reads it instead. */
const mostProjectsAhead = 500;

interface Page {
  readonly params: RouteMatch['params'];
  readonly slug: string;
  readonly search: string;
}

const readSections = ({ read, readPartnerLink }: PageReader, organization: Organization, reads: readonly Read[]): Promise<unknown> =>
  Promise.all([...reads.map(read), readPartnerLink(organization)]);

async function readUsagePage(reader: PageReader, { slug, search }: Page): Promise<void> {
  const [found, usage] = await Promise.all([
    readOrganization(reader, slug),
    reader.read({ name: 'getUsage', input: usageInput(slug, projectOf(search), cycleOf(search)) }),
  ]);
  if (!found) return;
  const { organization, permissions } = found;
  await readSections(reader, organization, usageReads(slug, search, permissions, usage as CallResponse<'getUsage'> | undefined));
}

async function readBudgetsPage(reader: PageReader, { slug }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (found) await readSections(reader, found.organization, budgetReads(slug, found.permissions));
}

async function readActivityPage(reader: PageReader, { slug, search }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (found) await readSections(reader, found.organization, activityReads(slug, search, found));
}

async function readStatementPage(reader: PageReader, { slug, search }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (!found) return;
  await readSections(reader, found.organization, statementReads(slug, search, { ...found, capabilities: reader.capabilities() }));
}

async function readTokensPage(reader: PageReader, { slug }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (found) await readSections(reader, found.organization, tokenReads(slug, found));
}

async function readProposalsPage(reader: PageReader, { slug }: Page): Promise<void> {
  const view = await readOrganization(reader, slug);
  if (view) await readSections(reader, view.organization, proposalReads(slug, view));
}

async function readInvoicePage(reader: PageReader, { slug, params: { invoiceId = '' } }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (!found) return;
  await readSections(reader, found.organization, invoiceReads(slug, invoiceId, { ...found, capabilities: reader.capabilities() }));
}

async function readBillingPage(reader: PageReader, { slug, search }: Page): Promise<void> {
  const found = await readOrganization(reader, slug);
  if (!found) return;
  const reads = billingReads(slug, search, { ...found, capabilities: reader.capabilities() });
  const invoice = reads.find(({ name }) => name === 'getUpcomingInvoice');
  await readSections(
    reader,
    found.organization,
    reads.filter((each) => each !== invoice),
  );
  if (!invoice) return;
  if ((await reader.countProjects(slug)) <= mostProjectsAhead) await reader.read(invoice);
  else reader.leaveOut();
}

async function readProjectPage({ read, readProfile }: PageReader, { params: { ref = '' } }: Page): Promise<void> {
  const [project] = await Promise.all([read({ name: 'getProject', input: { params: { ref } } }), ...readProfile()]);
  if (project) await read({ name: 'getOrganization', input: { params: { slug: (project as Project).organization_slug } } });
}

const pageReads: Readonly<Record<RouteName, (reader: PageReader, page: Page) => Promise<unknown>>> = {
  home: ({ read, readProfile }) => Promise.all([...readProfile(), read({ name: 'listOrganizations', input: {} })]),
  sessions: ({ read, readProfile }) => Promise.all([...readProfile(), read({ name: 'listSessions', input: {} })]),
  organization: ({ read, readProfile, readPartnerLink }, { slug }) =>
    Promise.all([
      ...readProfile(),
      read({ name: 'getOrganization', input: { params: { slug } } }),
      read({ name: 'listProjects', input: { params: { slug }, query: { limit: 100 } } }),
    ]).then(([, , organization]) => readPartnerLink(organization)),
  usage: readUsagePage,
  budgets: readBudgetsPage,
  activity: readActivityPage,
  statement: readStatementPage,
  tokens: readTokensPage,
  proposals: readProposalsPage,
  invoice: readInvoicePage,
  project: readProjectPage,
  billing: readBillingPage,
  signIn: () => Promise.resolve(),
};

/** Runs on the server. The browser repeats failed and slow reads. */
export async function prefetchPage(request: PageRequest, { name, params }: RouteMatch): Promise<PrefetchedAnswers> {
  const reader = createPageReader(request);
  await pageReads[name](reader, { params, slug: params['slug'] ?? '', search: request.url.search });
  return reader.prefetched();
}
