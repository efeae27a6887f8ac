import { activityReads, billingReads, budgetReads, invoiceReads, partnerLinkRead, usageReads, type Read } from '#billing/reads.ts';
import { readKey, sentInput } from '#billing/shared/data/queries.ts';
import { projectCountInputs } from '#billing/shared/data/use-has-active-project.ts';
import { cycleOf } from '#billing/usage/usage-cycles.ts';
import { projectOf, usageInput } from '#billing/usage/use-usage.ts';
import type { CallResponse, Organization, Permission, Profile } from '#contract/types.ts';
import type { PageRequest } from '#lib/page-request.ts';
import type { PageData } from './page-data.ts';
import type { RouteMatch } from './routes.ts';

/** Time limit of a read, in milliseconds. The browser retries a slower one and shows a skeleton in its section until then. */
const patienceMs = 1000;

/** An answer with more characters than this would hold up the document; the browser reads it after the first paint. */
const heaviestAnswer = 200_000;

/** The invoice of more projects takes longer to add up than the document may wait; the browser reads it after the first paint. */
const mostProjectsAhead = 500;

export interface Prefetched extends Pick<PageData, 'answers' | 'missing'> {
  /** Something was left out, so the browser will ask at once. */
  readonly isIncomplete: boolean;
}

/**
 * Reads what a page needs, so that its HTML is complete. What fails or takes too long is left out: the browser asks
 * again, with the retry policy of the platform API.
 */
export async function prefetchPage(request: PageRequest, route: RouteMatch): Promise<Prefetched> {
  const answers: [readonly unknown[], unknown][] = [];
  let missing = false;
  let isIncomplete = false;
  const deadline = AbortSignal.timeout(patienceMs);
  const tooLate = new Promise<never>((_, reject) =>
    deadline.addEventListener('abort', () => reject(new Error('took too long')), { once: true }),
  );
  // Usually the race is over by then.
  tooLate.catch(() => undefined);
  /** Extensions that the platform serves; known once the profile is read. */
  let capabilities: Profile['capabilities'] = [];
  const read = async ({ name, input }: Read): Promise<unknown> => {
    try {
      const { data, totalCount } = await Promise.race([
        request.call(name, sentInput(name, input as never, capabilities), deadline),
        tooLate,
      ]);
      const answer = data ?? totalCount;
      if (name === 'getProfile') ({ capabilities } = answer as Profile);
      if (JSON.stringify(answer).length <= heaviestAnswer) answers.push([readKey(name, input as never), answer]);
      else isIncomplete = true;
      return answer;
    } catch (error) {
      missing ||= statusOf(error) === 404 || (name === 'getProject' && statusOf(error) === 400);
      isIncomplete = true;
      return undefined;
    }
  };
  const partnerLink = async (organization: unknown) => {
    const link = organization === undefined ? null : partnerLinkRead(organization as Organization);
    if (link) await read(link);
  };
  const projectCount = async (slug: string): Promise<number> => {
    const [input] = projectCountInputs(slug);
    const counted = await request.call('listProjects', input, deadline).catch(() => null);
    return counted?.data.pagination.count ?? 0;
  };
  const profile = [read({ name: 'getProfile', input: {} }), read({ name: 'getPermissions', input: {} })] as const;
  const { slug = '', ref = '' } = route.params;

  switch (route.name) {
    case 'home':
      await Promise.all([...profile, read({ name: 'listOrganizations', input: {} })]);
      break;
    case 'organization':
      await Promise.all([
        ...profile,
        read({ name: 'getOrganization', input: { params: { slug } } }),
        read({ name: 'listProjects', input: { params: { slug }, query: { limit: 100 } } }),
      ]).then(([, , organization]) => partnerLink(organization));
      break;
    case 'usage': {
      const { search } = request.url;
      const [, permissions, organization, usage] = await Promise.all([
        ...profile,
        read({ name: 'getOrganization', input: { params: { slug } } }),
        read({ name: 'getUsage', input: usageInput(slug, projectOf(search), cycleOf(search)) }),
      ]);
      if (!permissions || !organization) break;
      const reads = usageReads(slug, search, permissions as Permission[], usage as CallResponse<'getUsage'> | undefined);
      await Promise.all([...reads.map(read), partnerLink(organization)]);
      break;
    }
    case 'budgets': {
      const [, permissions, organization] = await Promise.all([...profile, read({ name: 'getOrganization', input: { params: { slug } } })]);
      if (!permissions || !organization) break;
      await Promise.all([...budgetReads(slug, permissions as Permission[]).map(read), partnerLink(organization)]);
      break;
    }
    case 'activity': {
      const [, permissions, organization] = await Promise.all([...profile, read({ name: 'getOrganization', input: { params: { slug } } })]);
      if (!permissions || !organization) break;
      const reads = activityReads(slug, request.url.search, {
        organization: organization as Organization,
        permissions: permissions as Permission[],
      });
      await Promise.all([...reads.map(read), partnerLink(organization)]);
      break;
    }
    case 'invoice': {
      const { invoiceId = '' } = route.params;
      const [, permissions, organization] = await Promise.all([...profile, read({ name: 'getOrganization', input: { params: { slug } } })]);
      if (!permissions || !organization) break;
      const reads = invoiceReads(slug, invoiceId, {
        organization: organization as Organization,
        permissions: permissions as Permission[],
        capabilities,
      });
      await Promise.all([...reads.map(read), partnerLink(organization)]);
      break;
    }
    case 'project':
      await Promise.all([...profile, read({ name: 'getProject', input: { params: { ref } } })]);
      break;
    case 'billing': {
      const [, permissions, organization] = await Promise.all([...profile, read({ name: 'getOrganization', input: { params: { slug } } })]);
      if (!permissions || !organization) break;
      const reads = billingReads(slug, request.url.search, {
        organization: organization as Organization,
        permissions: permissions as Permission[],
        capabilities,
      });
      const invoice = reads.find(({ name }) => name === 'getUpcomingInvoice');
      const others = reads.filter((each) => each !== invoice);
      await Promise.all([...others.map(read), partnerLink(organization)]);
      if (!invoice) break;
      if ((await projectCount(slug)) <= mostProjectsAhead) await read(invoice);
      else isIncomplete = true;
      break;
    }
    case 'signIn':
      break;
  }
  return { answers, missing, isIncomplete };
}

const statusOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'status' in error ? error.status : null);
