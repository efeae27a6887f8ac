import { expect, it } from 'vitest';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { countOf } from '#tests/support/counts.ts';
import { seeded, type Random } from '#tests/support/random.ts';
import { gb, periodEnd } from './fixtures.ts';
import { agree, close, egressCents, running, setLimit, upgrade, use } from './late-acts.ts';

const now = seconds('2026-03-10T12:00:00Z');
const hour = 3600;
const histories = 6;
const firstSeed = countOf('SEED', 1);

const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const satisfies Partial<OrganizationSeed>;
const named = (slug: string): OrganizationSeed => ({ ...base, slug, name: slug });
const numbers = Array.from({ length: histories }, (_, index) => firstSeed + index);
const organizations = [
  ...numbers.flatMap((seed) => [named(`on-time-${seed}`), named(`late-${seed}`)]),
  ...['free-before', 'promised', 'own-second', 'after-end'].map(named),
];

/** An event of an organization at a time. */
interface Act {
  readonly atSeconds: number;
  readonly happen: (store: BillingStore, slug: string, atSeconds: number) => Promise<void>;
}

function randomAct(random: Random, atSeconds: number): Act {
  const kind = random.pick(['use', 'use', 'use', 'limit', 'limit', 'no limit', 'contract', 'discount'] as const);
  const [gigabytes, cents, quota] = [1 + random.below(400), random.below(5000), random.below(300)];
  const percent = random.pick([0, 25, 50, 100]);
  return {
    atSeconds,
    happen: async (store, slug, at) => {
      if (kind === 'use') await use(store, slug, gigabytes, at);
      else if (kind === 'limit' || kind === 'no limit') await setLimit(store, slug, kind === 'limit' ? cents : null, at);
      else if (kind === 'contract')
        await agree(store, slug, { contract: { quotas: { EGRESS: quota * gb }, unit_prices: { EGRESS: 0.05 } } }, at);
      else
        await agree(
          store,
          slug,
          { discounts: percent === 0 ? [] : [{ line: 'EGRESS:primary', percent, starts_at: at - random.below(9 * hour) }] },
          at,
        );
    },
  };
}

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it.each(numbers)('a period that is created late has the terms of one that is created on time, history %i', async (seed) => {
      const store = get();
      const random = seeded(seed);
      const renews = random.chance(0.5);
      const startSeconds = renews ? await periodEnd(store, `late-${seed}`) : now + 2 * hour;
      const lateSeconds = 1 + random.below(20 * hour);
      const times = Array.from({ length: 14 }, () => startSeconds - hour + random.below(lateSeconds + 3 * hour)).sort((a, b) => a - b);
      const acts = times.filter((at, index) => at !== startSeconds && at !== times[index - 1]).map((at) => randomAct(random, at));
      const live = async (slug: string, createdSeconds: number): Promise<void> => {
        const create = async (): Promise<void> =>
          renews ? close(store, slug, createdSeconds) : upgrade(store, slug, startSeconds, createdSeconds);
        for (const { atSeconds, happen } of acts.filter((act) => act.atSeconds < createdSeconds)) await happen(store, slug, atSeconds);
        await create();
        for (const { atSeconds, happen } of acts.filter((act) => act.atSeconds >= createdSeconds)) await happen(store, slug, atSeconds);
      };
      await live(`on-time-${seed}`, startSeconds);
      await live(`late-${seed}`, startSeconds + lateSeconds);
      const asOfSeconds = startSeconds + lateSeconds + 4 * hour;
      const [onTime, late] = [await running(store, `on-time-${seed}`, asOfSeconds), await running(store, `late-${seed}`, asOfSeconds)];
      expect(late).toEqual(onTime);
    });

    it('charges what was used before a limit that is set while an upgrade waits for its payment', async () => {
      const store = get();
      await use(store, 'free-before', 1250, now + 60);
      const price = await egressCents(store, 'free-before', now + 120);
      await setLimit(store, 'free-before', 0, now + 200);
      await upgrade(store, 'free-before', now + 30, now + 10 * hour);
      expect([price, await egressCents(store, 'free-before', now + 11 * hour)]).toEqual([9000, 9000]);
    });

    it('keeps what was not charged under a limit that is removed while an upgrade waits for its payment', async () => {
      const store = get();
      await setLimit(store, 'promised', 0, now);
      await use(store, 'promised', 1250, now + 60);
      await setLimit(store, 'promised', null, now + 200);
      await upgrade(store, 'promised', now + 30, now + 10 * hour);
      expect(await egressCents(store, 'promised', now + 11 * hour)).toBe(0);
    });

    it('counts a change of a limit from the next full second, whenever the records of its own second arrive', async () => {
      const store = get();
      await use(store, 'own-second', 350, now + 60);
      await setLimit(store, 'own-second', 0, now + 60);
      await use(store, 'own-second', 10, now + 60, now + 300);
      await use(store, 'own-second', 500, now + 61, now + 400);
      expect(await egressCents(store, 'own-second', now + hour)).toBe(990);
    });

    it('keeps usage apart that a limit divides after the end of a cycle that is not closed yet', async () => {
      const store = get();
      const end = await periodEnd(store, 'after-end');
      await use(store, 'after-end', 350, end + 60);
      await setLimit(store, 'after-end', 0, end + 90);
      await use(store, 'after-end', 500, end + 120);
      await close(store, 'after-end', end + 2 * hour);
      expect(await egressCents(store, 'after-end', end + 3 * hour)).toBe(900);
    });
  },
  { subject: 'database' },
);
