import { expect, it, vi } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const gigabyte = 1_000_000_000;
const organizationCount = 70;
/** Maximum wait in milliseconds. It must be less than a minute: after a minute, a job reviews all organizations anyway. */
const longestMs = 20_000;

onEachStore(
  (platform) => {
    const letter = (index: number): string => String.fromCharCode(97 + index);
    const slugs = Array.from({ length: organizationCount }, (_, index) => `many-${letter(Math.floor(index / 26))}${letter(index % 26)}`);
    const refOf = (slug: string): string => slug.replace('-', '').padEnd(20, 'x');

    it('a call about many organizations: every standing is true with the answer, and the events of all follow at once', async () => {
      const { ask } = await operatorOf(platform());
      for (const slug of slugs) {
        expect((await ask('PUT', `/organizations/${slug}`, { name: slug, plan: 'pro', spend_cap: true })).status).toBe(201);
        expect((await ask('PUT', `/organizations/${slug}/projects/${refOf(slug)}`, { name: 'web' })).status).toBe(201);
      }
      const at = platform().context.clock.nowSeconds();
      const records = slugs.map((slug) => ({
        id: `first-${slug}`,
        organization: slug,
        project_ref: refOf(slug),
        metric: 'EGRESS',
        quantity: 300 * gigabyte,
        at,
      }));
      expect((await ask('POST', '/usage', { records })).body).toMatchObject({ accepted: organizationCount, rejected: [] });
      const last = slugs.at(-1) ?? '';
      expect((await ask('GET', `/organizations/${last}/standing`)).body.limit_reached).toBe(true);

      // The requests read only the last organization, so events of all other organizations can come only from the background review.
      const noticeCount = async (): Promise<number> => {
        const query = `select count(distinct organization_id)::int as told from platform_events where type = 'limit.reached'`;
        return rowsOf<{ told: number }>(await platform().context.db.execute(query))[0]?.told ?? 0;
      };
      await vi.waitFor(async () => expect(await noticeCount()).toBe(organizationCount), { timeout: longestMs, interval: 100 });
    });
  },
  {},
  { seeds: [{ slug: 'alone', name: 'Alone', plan: 'free', cyclesBefore: 0, daysIntoCycle: 3, projects: [{ name: 'web', size: 'nano' }] }] },
);
