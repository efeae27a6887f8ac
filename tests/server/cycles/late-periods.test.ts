import { expect, it } from 'vitest';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { onEachBillingStore, seconds } from '#tests/support/billing-store.ts';
import { periodEnd } from './fixtures.ts';
import { close, egressCents, setLimit, switchCap, upgrade, use } from './late-acts.ts';

const now = seconds('2026-03-10T12:00:00Z');
const hour = 3600;

const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const satisfies Partial<OrganizationSeed>;
const named = (slug: string): OrganizationSeed => ({ ...base, slug, name: slug });
const organizations = ['free-before', 'promised', 'own-second', 'own-cap', 'after-end'].map(named);

onEachBillingStore(
  organizations,
  now,
  (get) => {
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

    it('counts a change of the spend cap from its own second, whenever the records of that second arrive', async () => {
      const store = get();
      const total = async () => egressCents(store, 'own-cap', now + hour);
      await use(store, 'own-cap', 350, now + 60);
      await switchCap(store, 'own-cap', now + 61);
      await use(store, 'own-cap', 100, now + 61, now + 300);
      // The spend cap is enabled at second 61. Earlier overage is already invoiced, later overage is not charged.
      expect(await total()).toBe(0);
      await switchCap(store, 'own-cap', now + 400);
      await use(store, 'own-cap', 10, now + 400);
      expect(await total()).toBe(90);
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
