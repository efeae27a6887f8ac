import { expect, it } from 'vitest';
import { publishBook, withdrawVersion } from '#server/billing/price-books/price-books.ts';
import { checkBooks } from '#server/billing/price-books/check-books.ts';
import type { Database } from '#server/database/database.ts';
import { announceNewPrices } from '#server/jobs/all-jobs.ts';
import { createLog } from '#server/tracing/log.ts';
import { findBook } from '#server/store/price-books.ts';
import { bookDraft, dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import { onEachBillingStore } from '#tests/support/billing-store.ts';
import { day, ignore, now, upcoming } from './cycles/fixtures.ts';

const time = { nowSeconds: now, priceNoticeDays: 30 };
const slugs = ['ash', 'birch', 'cedar'];
const organizations = slugs.map(
  (slug) => ({ slug, name: slug, plan: 'pro', cyclesBefore: 1, daysIntoCycle: 10, projects: [{ name: 'app' }] }) as const,
);

/** Fails after a number of transactions, as if the process had ended. */
function endingAfter(db: Database, transactions: number): Database {
  let left = transactions;
  return new Proxy(db, {
    get(target, property) {
      if (left <= 0) throw new Error('the process has ended');
      if (property === 'transaction') left -= 1;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value as (...words: unknown[]) => unknown).bind(target) : value;
    },
  });
}

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it('resume after a process has ended in the middle of them: each organization hears of each version once', async () => {
      const { db, rows } = get();
      for (const [index, percent] of [10, 20].entries()) {
        const draft = { version: `v${index}`, effectiveAtSeconds: now + (40 + index) * day, document: dearerDraft(percent) };
        expect(await publishBook(db, draft, time)).toMatchObject({ kind: 'published' });
      }
      await expect(checkBooks(endingAfter(db, 1), time)).rejects.toThrow('ended');
      await checkBooks(db, time);
      expect((await findBook(db, 'v1'))?.state).toBe('scheduled');
      const scope = { log: createLog({ logLevel: 'silent' }), chargeInvoice: ignore };
      await expect(announceNewPrices.run({ ...scope, db: endingAfter(db, 2) }, now)).rejects.toThrow('ended');
      const noticeCounts = () => rows<{ count: number }>("select count(*)::int as count from notices where kind = 'price_change'");
      const [before] = await noticeCounts();
      expect(before?.count).toBeGreaterThan(0);
      expect(before?.count).toBeLessThan(2 * slugs.length);
      for (let run = 0; run < 2; run += 1) await announceNewPrices.run({ ...scope, db }, now);
      expect(await noticeCounts()).toEqual([{ count: 2 * slugs.length }]);
      expect(await rows('select distinct state from price_announcements')).toEqual([{ state: 'announced' }]);
    });

    it('compare a version with the one that it follows', async () => {
      const { rows } = get();
      const found = await rows<{ fee: string }>(
        `select distinct facts -> 'changes' -> 0 ->> 'before' as fee from notices where facts ->> 'version' = 'v1'`,
      );
      expect(found).toEqual([{ fee: '$35.00' }]);
    });

    it('leave the version before in force when a version is withdrawn, also for the next cycle', async () => {
      const store = get();
      const end = async () => (await upcoming(store, 'ash', now)).lines.find(({ key }) => key === 'plan');
      await scheduleBook(
        store.db,
        { version: 'bad', effectiveAtSeconds: now, document: bookDraft(({ plans }) => (plans.pro.price = '99')) },
        now,
      );
      expect(await end()).toMatchObject({ amountCents: 9900, priceBook: 'bad' });
      expect(await withdrawVersion(store.db, 'bad', time)).toBe('withdrawn');
      expect(await end()).toMatchObject({ amountCents: 2500, priceBook: '2026' });
    });

    it('of two versions of the same second and date, the one published last counts', async () => {
      const store = get();
      for (let turn = 1; turn <= 6; turn += 1) {
        const document = bookDraft(({ plans }) => (plans.pro.price = turn));
        await scheduleBook(store.db, { version: `turn ${turn}`, effectiveAtSeconds: now, document }, now);
        const fee = (await upcoming(store, 'ash', now)).lines.find(({ key }) => key === 'plan');
        expect(fee).toMatchObject({ amountCents: 100 * turn, priceBook: `turn ${turn}` });
      }
    });

    it('refuse a version whose check finds an organization without a price', async () => {
      const { db } = get();
      const document = bookDraft(({ plans }) => (plans.pro.price = null));
      await scheduleBook(db, { version: 'without', effectiveAtSeconds: now, document }, now);
      expect(await findBook(db, 'without')).toMatchObject({
        state: 'refused',
        unpriced: expect.arrayContaining([{ organization: 'ash', message: 'Pro Plan has contract pricing only' }]) as unknown,
      });
    });
  },
  { subject: 'database' },
);
