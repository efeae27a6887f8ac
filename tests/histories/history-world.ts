import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import type { Database } from '#server/database/database.ts';
import type { Answer, TestPlatform } from '#tests/support/platform.ts';
import { openWorlds, type Ground, type Worlds } from '#tests/simulation/worlds.ts';
import { historySeeds } from './history-seeds.ts';
import { seeded } from '#tests/support/random.ts';

/** Each organization has a separate owner, because some limits apply per member. */
export const ownerOf = (slug: string): string => `owner-of-${slug}`;

async function addOwners(db: Database): Promise<void> {
  await db.execute(`
    with added as (
      insert into members (handle, username, primary_email, free_project_limit)
      select 'owner-of-' || slug, 'owner-of-' || slug, slug || '@histories.example', 1000 from organizations
      returning id, handle)
    insert into memberships (organization_id, member_id, role)
    select o.id, a.id, 'owner' from added a join organizations o on a.handle = 'owner-of-' || o.slug`);
}

/** Number of simulated histories per world in the long test set. All histories of a world share one clock. */
export const historiesEach = 25;

export const openHistoryWorlds = (ground: Ground, organizations: number, seed = 1): Promise<Worlds> =>
  openWorlds(ground, historySeeds(organizations, seeded(seed)), addOwners);

const noPages = (): Promise<never> => Promise.reject(new Error('no pages here'));

export function askedDirectly(platform: TestPlatform): TestPlatform {
  const { context } = platform;
  const app = createApp(context, { render: noPages, manifest: null, assets: noAssets });
  const tokens = new Map<string, string>();
  const token = async (handle: string): Promise<string> => {
    const known = tokens.get(handle);
    if (known !== undefined) return known;
    const member = await findMemberByHandle(context.db, handle);
    if (!member) throw new Error(`There is no member ${handle}`);
    const started = await startSession(context.db, member.id);
    tokens.set(handle, started);
    return started;
  };
  const ask: TestPlatform['ask'] = async (path, { as, method = 'GET', headers = {}, body } = {}) => {
    const request = async (): Promise<Response> => {
      const cookie: Record<string, string> = as === undefined ? {} : { Cookie: `session=${await token(as)}` };
      return app.request(`http://localhost${path}`, {
        method,
        headers: { ...cookie, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    };
    let response = await request();
    // Signs in again: a session lasts seven days, but histories last longer.
    if (response.status === 401 && as !== undefined && tokens.delete(as)) response = await request();
    const text = await response.text();
    const isJson = (response.headers.get('Content-Type') ?? '').startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text } satisfies Answer;
  };
  return { ...platform, ask, token };
}
