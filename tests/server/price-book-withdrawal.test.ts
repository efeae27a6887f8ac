import { expect, it } from 'vitest';
import { checkBooks } from '#server/billing/price-books/check-books.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { publishBook, withdrawVersion } from '#server/billing/price-books/price-books.ts';
import type { Database } from '#server/database/database.ts';
import { announceNewPrices } from '#server/jobs/all-jobs.ts';
import { createLog } from '#server/tracing/log.ts';
import { truthOf } from '#server/store/notices/notice-truth.ts';
import { bookDraft, dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import { onEachBillingStore, type BillingStore } from '#tests/support/billing-store.ts';
import { day, ignore, now, periodEnd } from './cycles/fixtures.ts';

const time = { nowSeconds: now, priceNoticeDays: 30 };
const racers = Array.from({ length: 6 }, (_, index) => `racer-${index}`);
const [early, late] = ['early', 'late'] as const;
const organizations = [...racers, early, late].map(
  (slug) => ({ slug, name: slug, plan: 'pro', cyclesBefore: 1, daysIntoCycle: 10, projects: [{ name: 'app' }] }) as const,
);

const schedule = ({ db }: BillingStore, version: string): Promise<unknown> =>
  scheduleBook(db, { version, effectiveAtSeconds: now, document: bookDraft(({ plans }) => (plans.pro.price = '77')) }, now);

async function closes(store: BillingStore, slug: string) {
  const id = await store.organizationId(slug);
  const at = (await periodEnd(store, slug)) + 7200;
  return (tx: Database) => closeCycle(tx, id, at, ignore);
}

async function pinnedTo(store: BillingStore, slug: string): Promise<string | undefined> {
  const [row] = await store.rows<{ version: string }>(
    `select b.version from billing_periods p join price_books b on b.id = p.price_book_id
      where p.organization_id = ${await store.organizationId(slug)} order by p.starts_at desc limit 1`,
  );
  return row?.version;
}

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it.each(racers)('a withdrawal and the start of a period of %s: one wins, never both', async (slug) => {
      const store = get();
      const version = `race of ${slug}`;
      await schedule(store, version);
      const close = await closes(store, slug);
      const start = () => store.db.transaction(close);
      const withdraw = () => withdrawVersion(store.db, version, time);
      const outcomes =
        slug < 'racer-3' ? await Promise.all([withdraw(), start()]) : (await Promise.all([start(), withdraw()])).toReversed();
      expect(outcomes[1]).toMatchObject({ invoiceId: expect.any(String) as unknown });
      const pinned = await pinnedTo(store, slug);
      expect([outcomes[0], pinned === version]).toEqual(outcomes[0] === 'pinned' ? ['pinned', true] : ['withdrawn', false]);
    });

    it('of a withdrawn version no announcement is written, and what was queued is not sent', async () => {
      const { db, rows } = get();
      const draft = { version: 'withdrawn early', effectiveAtSeconds: now + 60 * day, document: dearerDraft(30) };
      expect(await publishBook(db, draft, time)).toMatchObject({ kind: 'published' });
      await checkBooks(db, time);
      const announce = () => announceNewPrices.run({ db, log: createLog({ logLevel: 'silent' }), chargeInvoice: ignore }, now);
      await announce();
      const notices = () =>
        rows<Parameters<typeof truthOf>[1]>(
          `select organization_id as "organizationId", kind, facts, null as "invoiceId" from notices where facts ->> 'version' = '${draft.version}'`,
        );
      const holds = async () => [
        ...new Set(await Promise.all((await notices()).map(async (notice) => (await truthOf(db, notice, now)).holds))),
      ];
      expect([(await notices()).length, await holds()]).toEqual([organizations.length, [true]]);
      // One organization has not been notified yet.
      await db.execute(`delete from notices where facts ->> 'version' = '${draft.version}'
        and organization_id = (select id from organizations where slug = '${late}')`);
      await db.execute(`update price_announcements set state = 'due'
        where organization_id = (select id from organizations where slug = '${late}')`);
      expect(await withdrawVersion(db, draft.version, time)).toBe('withdrawn');
      await announce();
      expect([(await notices()).length, await holds()]).toEqual([organizations.length - 1, [false]]);
    });
  },
  { subject: 'database' },
);

onEachBillingStore(
  organizations,
  now,
  (get) => {
    const isWaiting = () =>
      expect
        .poll(
          async () =>
            (await get().rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length,
        )
        .toBe(1);

    it('a withdrawal that waits for the start of a period finds the version pinned', async () => {
      const store = get();
      await schedule(store, 'pinned first');
      const close = await closes(store, early);
      let outcome: ReturnType<typeof withdrawVersion> | undefined;
      await store.db.transaction(async (tx) => {
        await close(tx);
        outcome = withdrawVersion(store.db, 'pinned first', time);
        await isWaiting();
      });
      expect([await outcome, await pinnedTo(store, early)]).toEqual(['pinned', 'pinned first']);
    });

    it('a period that waits for a withdrawal begins with the version before it', async () => {
      const store = get();
      await schedule(store, 'withdrawn first');
      const close = await closes(store, late);
      let closed: Promise<unknown> | undefined;
      await store.db.transaction(async (tx) => {
        expect(await withdrawVersion(tx, 'withdrawn first', time)).toBe('withdrawn');
        closed = store.db.transaction(close);
        await isWaiting();
      });
      expect(await closed).toMatchObject({ invoiceId: expect.any(String) as unknown });
      expect(await pinnedTo(store, late)).toBe('pinned first');
    });
  },
  { only: 'postgres' },
);
