import { expect, it } from 'vitest';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { countOf } from '#tests/support/counts.ts';
import { seeded, type Random } from '#tests/support/random.ts';
import { gb, periodEnd } from './fixtures.ts';
import { agree, close, running, setLimit, switchCap, upgrade, use } from './late-acts.ts';

const now = seconds('2026-03-10T12:00:00Z');
const hour = 3600;
const histories = 12;
const firstSeed = countOf('SEED', 1);

const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const satisfies Partial<OrganizationSeed>;
const named = (slug: string): OrganizationSeed => ({ ...base, slug, name: slug });
const numbers = Array.from({ length: histories }, (_, index) => firstSeed + index);
const organizations = numbers.flatMap((seed) => [named(`on-time-${seed}`), named(`late-${seed}`)]);

interface Act {
  readonly atSeconds: number;
  readonly happen: (store: BillingStore, slug: string, atSeconds: number) => Promise<void>;
}

const kinds = ['use', 'use', 'use', 'limit', 'limit', 'no limit', 'contract', 'discount', 'cap', 'book'] as const;

/** @param mayChangeCap false at times without a created period, because the spend cap can't be changed at these times */
function randomAct(random: Random, atSeconds: number, mayChangeCap: boolean): Act {
  const kind = random.pick(kinds);
  const [gigabytes, cents, quota] = [1 + random.below(400), random.below(5000), random.below(300)];
  const percent = random.pick([0, 25, 50, 100]);
  const basis = random.pick(['overage', 'bill'] as const);
  const backSeconds = random.below(9 * hour);
  const happen: Record<(typeof kinds)[number], Act['happen']> = {
    use: (store, slug, at) => use(store, slug, gigabytes, at),
    limit: (store, slug, at) => setLimit(store, slug, cents, at, basis),
    'no limit': (store, slug, at) => setLimit(store, slug, null, at),
    contract: (store, slug, at) => agree(store, slug, { contract: { quotas: { EGRESS: quota * gb }, unit_prices: { EGRESS: 0.05 } } }, at),
    discount: (store, slug, at) =>
      agree(store, slug, { discounts: percent === 0 ? [] : [{ line: 'EGRESS:primary', percent, starts_at: at - backSeconds }] }, at),
    cap: (store, slug, at) => (mayChangeCap ? switchCap(store, slug, at) : Promise.resolve()),
    // A price book applies to all organizations, so only the first organization of a pair publishes the book.
    book: (store, slug, at) =>
      slug.startsWith('on-time')
        ? scheduleBook(store.db, { version: `${slug} ${at}`, effectiveAtSeconds: at, document: dearerDraft(1 + gigabytes) }, at)
        : Promise.resolve(),
  };
  return { atSeconds, happen: happen[kind] };
}

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it.each(numbers)('a period that is created late has the terms of one that is created on time, history %i', async (seed) => {
      const store = get();
      const random = seeded(seed);
      const renews = random.chance(0.7);
      const firstSeconds = renews ? await periodEnd(store, `late-${seed}`) : now + 2 * hour;
      // Also tests long outages, in which two cycles end before their periods are created.
      const starts = renews && random.chance(0.5) ? [firstSeconds, cycleAt(firstSeconds, firstSeconds).endSeconds] : [firstSeconds];
      const lastSeconds = starts.at(-1) ?? firstSeconds;
      const lateSeconds = 1 + random.below(20 * hour);
      const createdSeconds = lastSeconds + lateSeconds;
      const times = Array.from({ length: 14 * starts.length }, () => random.pick(starts) - hour + random.below(lateSeconds + 3 * hour));
      const acts = [...new Set(times)]
        .filter((at) => !starts.includes(at) && at !== createdSeconds)
        .sort((a, b) => a - b)
        .map((at) => randomAct(random, at, renews && (at < firstSeconds || at > createdSeconds)));
      /** @param creations creation time of each period; the period itself starts earlier */
      const live = async (slug: string, creations: readonly number[]): Promise<void> => {
        const create = (index: number): Act => ({
          atSeconds: creations[index] ?? 0,
          happen: (_, __, at) => (renews ? close(store, slug, at) : upgrade(store, slug, firstSeconds, at)),
        });
        const all = [...acts, ...starts.map((_, index) => create(index))].sort((a, b) => a.atSeconds - b.atSeconds);
        for (const { atSeconds, happen } of all) await happen(store, slug, atSeconds);
      };
      await live(`on-time-${seed}`, starts);
      await live(
        `late-${seed}`,
        starts.map(() => createdSeconds),
      );
      const asOfSeconds = createdSeconds + 4 * hour;
      const [onTime, late] = [await running(store, `on-time-${seed}`, asOfSeconds), await running(store, `late-${seed}`, asOfSeconds)];
      expect(late).toEqual(onTime);
    });
  },
  { subject: 'database' },
);
