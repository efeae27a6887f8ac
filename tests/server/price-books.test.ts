import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { changePlan } from '#server/billing/invoices/change-plan.ts';
import { checkBook, dryRunBook, publishBook } from '#server/billing/price-books/price-books.ts';
import { databaseCode } from '#server/database/database-error.ts';
import { findBook, listBooks } from '#server/store/price-books.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { onEachBillingStore, type BillingStore } from '#tests/support/billing-store.ts';
import { bookDraft, dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import { day, gb, ignore, newest, now, periodEnd, upcoming } from './cycles/fixtures.ts';
import { FIRST_DOCUMENT } from '#tests/oracle/first-book.ts';

const busy = { name: 'app', size: 'small', monthlyUsage: { EGRESS: 700 * gb } } as const;
const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 10, projects: [busy] } as const satisfies Partial<OrganizationSeed>;
const organizations: OrganizationSeed[] = [
  { ...base, slug: 'listed', name: 'By the list' },
  { ...base, slug: 'agreed', name: 'By contract', contract: { unitPrices: { EGRESS: 5_000_000 } } },
  { ...base, slug: 'moving', name: 'Moving to Team' },
  { ...base, slug: 'small', name: 'Without overage', projects: [{ name: 'app' }] },
  { ...base, slug: 'free', name: 'Free', plan: 'free', projects: [] },
];
const time = { nowSeconds: now, priceNoticeDays: 30 };
const slugs = organizations.map(({ slug }) => slug);

type Amounts = Record<string, number>;

/** Returns the cents of the current cycle by line, without the fee, because the fee belongs to the next cycle. */
async function cycleOf(store: BillingStore, slug: string): Promise<Amounts> {
  const { lines } = await upcoming(store, slug, store.clock.nowSeconds());
  return Object.fromEntries(lines.flatMap(({ key, amountCents }) => (key === 'plan' ? [] : [[key, amountCents]])));
}

const allCycles = async (store: BillingStore): Promise<Record<string, Amounts>> =>
  Object.fromEntries(await Promise.all(slugs.map(async (slug) => [slug, await cycleOf(store, slug)])));

let published = 0;
const publish = async (store: BillingStore, document: unknown, effectiveAtSeconds: number): Promise<string> => {
  published += 1;
  const version = `v${published}`;
  await scheduleBook(store.db, { version, effectiveAtSeconds, document }, store.clock.nowSeconds());
  return version;
};

const linesOf = async (store: BillingStore, slug: string) =>
  readInvoiceLines(store.db, await store.organizationId(slug), (await newest(store, slug)).id);

// All tests use one store. Each test continues with the state of the previous test.
onEachBillingStore(
  organizations,
  now,
  (get) => {
    it('begin with the first version, which every period is pinned to', async () => {
      const store = get();
      expect(await listBooks(store.db)).toMatchObject([{ version: '2026', effectiveAtSeconds: 0, state: 'scheduled' }]);
      expect((await findBook(store.db, '2026'))?.document).toEqual(FIRST_DOCUMENT);
      expect(await store.rows('select distinct price_book_id from billing_periods')).toEqual([{ price_book_id: 'pb_2026' }]);
      expect(await store.rows('select distinct price_book from invoice_lines')).toEqual([{ price_book: '2026' }]);
    });

    it('are never changed, and a period keeps its own', async () => {
      const { db } = get();
      for (const statement of [
        "update price_books set version = 'other'",
        'delete from price_books',
        'truncate price_books cascade',
        "update billing_periods set price_book_id = 'pb_none'",
      ])
        expect(databaseCode(await db.execute(statement).catch((error: unknown) => error))).toBe('23001');
    });

    it('are refused by the path of what is wrong, and keep their names', async () => {
      const { db } = get();
      const wrong = bookDraft(({ metrics }) => (metrics.EGRESS.price = 'nine cents'));
      const draft = { version: 'wrong', effectiveAtSeconds: now, document: wrong };
      const problems = [{ path: 'document.metrics.EGRESS.price', message: expect.stringMatching(/price in US dollars/) as unknown }];
      expect(await publishBook(db, draft, time)).toEqual({ kind: 'invalid', problems });
      expect(await checkBook(db, wrong)).toEqual({ problems });
      const other = { version: '2026', effectiveAtSeconds: now, document: dearerDraft(50) };
      expect(await publishBook(db, other, time)).toEqual({ kind: 'taken' });
      expect(await dryRunBook(db, other)).toEqual({ kind: 'taken' });
      const same = { version: '2026', effectiveAtSeconds: 0, document: FIRST_DOCUMENT };
      expect(await publishBook(db, same, time)).toMatchObject({ kind: 'published' });
      expect(await listBooks(db)).toHaveLength(1);
    });

    it('change nothing of a check against themselves, and show what a draft would have changed', async () => {
      const store = get();
      const same = await checkBook(store.db, FIRST_DOCUMENT);
      expect(same).toMatchObject({ effect: { organizations: slugs.length, differenceCents: 0, mostChanged: [], unpriced: [] } });
      // The draft raises egress by a cent per GB. 450 of the 700 GB exceed the quota. One organization keeps its contract price.
      const seen: number[] = [];
      const draft = bookDraft(({ metrics }) => (metrics.EGRESS.price = '0.10'));
      const checked = await checkBook(store.db, draft, (done) => seen.push(done));
      if (checked.problems !== null) throw new Error('The draft is a price book');
      const { mostChanged, differenceCents } = checked.effect;
      expect(mostChanged.map(({ organization }) => organization).toSorted()).toEqual(['listed', 'moving']);
      expect(differenceCents).toBe(sumCents(mostChanged.map((each) => each.differenceCents)));
      expect(differenceCents).toBeGreaterThan(0);
      expect(seen.at(-1)).toBe(slugs.length);
      expect(await dryRunBook(store.db, { version: 'next', effectiveAtSeconds: now, document: draft })).toEqual(checked);
      expect(await listBooks(store.db)).toHaveLength(1);
    });

    it('change no amount of a period that has begun, whatever is published and for when', async () => {
      const store = get();
      const before = await allCycles(store);
      const publication = fc.record({ days: fc.integer({ min: -90, max: 15 }), percent: fc.integer({ min: 1, max: 300 }) });
      await fc.assert(
        fc.asyncProperty(publication, async ({ days, percent }) => {
          await publish(store, dearerDraft(percent), now + days * day);
          expect(await allCycles(store)).toEqual(before);
        }),
        { numRuns: 12 },
      );
    });

    it('price a change of plan in the new cycle; the old one keeps its own', async () => {
      const store = get();
      const id = await store.organizationId('moving');
      const version = await publish(store, dearerDraft(40), now + 30);
      const before = await cycleOf(store, 'moving');
      await store.jobs.moveClock(now + 60);
      const change = {
        organizationId: id,
        atSeconds: now + 60,
        planId: 'team',
        usageBillingEnabled: true,
        feeChargedCents: 59_900,
      } as const;
      await store.db.transaction((tx) => changePlan(tx, change, ignore));
      const { lines } = await upcoming(store, 'moving', now + 120);
      const carried = lines.filter(({ carriedOver, key }) => carriedOver && key === 'EGRESS:primary');
      expect(carried.map(({ priceBook }) => priceBook)).toEqual(['2026']);
      // The shortened cycle has prorated quotas but the same prices, so the amounts can only increase.
      expect(sumCents(carried.map(({ amountCents }) => amountCents))).toBeGreaterThanOrEqual(before['EGRESS:primary'] ?? 0);
      expect(carried[0]?.derivation?.steps[0]?.priceMicrocents).toBe(9_000_000);
      expect(
        await store.rows(
          `select b.version from billing_periods p join price_books b on b.id = p.price_book_id where closed_at is null and organization_id = ${id}`,
        ),
      ).toEqual([{ version }]);
    });

    it('act on the next cycle: its fee and its usage, and no line of the one before', async () => {
      const store = get();
      const version = await publish(store, dearerDraft(100), now + 16 * day);
      const end = await periodEnd(store, 'listed');
      const last = await upcoming(store, 'listed', end);
      await store.jobs.moveClock(end + 2 * 3600);
      const lines = await linesOf(store, 'listed');
      expect(lines.map(({ key, amountCents }) => [key, amountCents]).toSorted()).toEqual(
        last.lines.map(({ key, amountCents }) => [key, amountCents]).toSorted(),
      );
      expect(lines.filter(({ key }) => key !== 'plan').every(({ priceBook }) => priceBook === '2026')).toBe(true);
      expect(lines.find(({ key }) => key === 'plan')).toMatchObject({ amountCents: 12_500, priceBook: version });
      const next = await upcoming(store, 'small', end + 2 * day);
      expect(next.lines.find(({ key }) => key === 'COMPUTE_HOURS_XS:primary')).toMatchObject({
        priceBook: version,
        unitPriceDescription: '$0.02688 per hour',
      });
    });

    it('bill any old period again to the same cents', async () => {
      const store = get();
      const [held] = await store.rows<{ cents: string }>(`
        select sum(p.fee_charged_cents + coalesce((select sum(amount_cents) from invoice_lines l where l.period_id = p.id), 0))::text as cents
        from (select distinct on (organization_id) * from billing_periods where closed_at = ends_at order by organization_id, starts_at desc) p
      `);
      const billed = await checkBook(store.db, FIRST_DOCUMENT);
      if (billed.problems !== null) throw new Error('The first document is a price book');
      expect(billed.effect.beforeCents).toBe(Number(held?.cents));
      expect(billed.effect).toMatchObject({ differenceCents: 0, mostChanged: [] });
    });
  },
  { subject: 'database' },
);
