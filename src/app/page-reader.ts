import { partnerLinkRead, type Read } from '#billing/reads.ts';
import { readKey, sentInput } from '#billing/shared/data/queries.ts';
import { projectCountInputs } from '#billing/shared/data/use-has-active-project.ts';
import type { Organization, Permission, Profile } from '#contract/types.ts';
import type { PageRequest } from '#lib/page-request.ts';
import type { PageData } from './page-data.ts';

/** Time limit for all reads of a page, in milliseconds. The browser repeats slow reads; until then, the page shows a skeleton. */
const patienceMs = 1000;

/** Maximum size of a response in the document, in characters. The browser reads larger responses after the first paint. */
const heaviestAnswer = 200_000;

export interface PrefetchedAnswers extends Pick<PageData, 'answers' | 'missing'> {
  /** True if a response is missing. The browser then reads the missing data immediately. */
  readonly isIncomplete: boolean;
}

export interface PageReader {
  /** Reads from the platform. Resolves to undefined if the read fails or takes too long. */
  readonly read: (read: Read) => Promise<unknown>;
  readonly readProfile: () => readonly [Promise<unknown>, Promise<unknown>];
  readonly readPartnerLink: (organization: unknown) => Promise<void>;
  /** Returns 0 if the number is unknown. The response is not put into the document. */
  readonly countProjects: (slug: string) => Promise<number>;
  /** Returns the platform's capabilities; empty until the profile is read. */
  readonly capabilities: () => Profile['capabilities'];
  readonly leaveOut: () => void;
  readonly prefetched: () => PrefetchedAnswers;
}

const statusOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'status' in error ? error.status : null);

export function createPageReader(request: PageRequest): PageReader {
  const answers: [readonly unknown[], unknown][] = [];
  let missing = false;
  let isIncomplete = false;
  let capabilities: Profile['capabilities'] = [];
  const deadline = AbortSignal.timeout(patienceMs);
  const tooLate = new Promise<never>((_, reject) =>
    deadline.addEventListener('abort', () => reject(new Error('took too long')), { once: true }),
  );
  // Without this handler, the timeout would cause an unhandled rejection if it comes after all reads.
  tooLate.catch(() => undefined);
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
  return {
    read,
    readProfile: () => [read({ name: 'getProfile', input: {} }), read({ name: 'getPermissions', input: {} })],
    readPartnerLink: async (organization) => {
      const link = organization === undefined ? null : partnerLinkRead(organization as Organization);
      if (link) await read(link);
    },
    countProjects: async (slug) => {
      const [input] = projectCountInputs(slug);
      const counted = await request.call('listProjects', input, deadline).catch(() => null);
      return counted?.data.pagination.count ?? 0;
    },
    capabilities: () => capabilities,
    leaveOut: () => (isIncomplete = true),
    prefetched: () => ({ answers, missing, isIncomplete }),
  };
}

/** Reads organization, profile and permissions. Resolves to null if the organization or the permissions are missing. */
export async function readOrganization(
  { read, readProfile }: PageReader,
  slug: string,
): Promise<{ readonly organization: Organization; readonly permissions: Permission[] } | null> {
  const [, permissions, organization] = await Promise.all([
    ...readProfile(),
    read({ name: 'getOrganization', input: { params: { slug } } }),
  ]);
  return permissions && organization ? { organization: organization as Organization, permissions: permissions as Permission[] } : null;
}
