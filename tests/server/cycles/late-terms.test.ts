import { expect, it } from 'vitest';
import { recordUsage } from '#server/billing/usage/record-usage.ts';
import { projectRef } from '#server/seed/identifiers.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { onEachBillingStore, seconds, type BillingStore } from '#tests/support/billing-store.ts';
import { dearerDraft, scheduleBook } from '#tests/support/book-drafts.ts';
import { gb, newest, periodEnd } from './fixtures.ts';
import { agree, close, running, upgrade, use } from './late-acts.ts';

const now = seconds('2026-03-10T12:00:00Z');
const hour = 3600;

const base = { plan: 'pro', cyclesBefore: 1, daysIntoCycle: 9, projects: [{ name: 'app' }] } as const satisfies Partial<OrganizationSeed>;
const ways = ['renewal', 'upgrade'] as const;
const named = (what: string): OrganizationSeed[] => ways.map((way) => ({ ...base, slug: `${what}-${way}`, name: what }));
const organizations: OrganizationSeed[] = [
  ...['contract-begins', 'contract-ends', 'discount-begins', 'discount-ends'].flatMap(named),
  { ...base, slug: 'cap', name: 'Cap', spendCapOn: true },
  ...['size-begins', 'size-ends', 'book'].map((slug) => ({ ...base, slug, name: slug })),
];

const contract = { plan_price_cents: 2000, quotas: { EGRESS: 1000 * gb } };
const sizeContract = { unit_prices: { COMPUTE_HOURS_24XL: '7.68' } };
const discount = { line: 'EGRESS:primary', percent: 50 };

/**
 * Sets contracts before and after the start of a period, and then reports 350 GB of usage; the standard quota is 250 GB. The platform
 * creates the period only afterwards.
 */
async function waitFor(
  store: BillingStore,
  slug: string,
  way: (typeof ways)[number],
  { before, during }: { before: object | null; during: object },
) {
  const startSeconds = way === 'renewal' ? await periodEnd(store, slug) : now + hour;
  if (before) await agree(store, slug, before, startSeconds - 60);
  await agree(store, slug, during, startSeconds + 60);
  await use(store, slug, 350, startSeconds + 90);
  if (way === 'renewal') await close(store, slug, startSeconds + 5 * hour);
  else await upgrade(store, slug, startSeconds, startSeconds + 5 * hour);
  const { terms, lines } = await running(store, slug, startSeconds + 6 * hour);
  return { contract: terms.contract, egressCents: Number(lines.find(([key]) => key === 'EGRESS:primary')?.[1] ?? 0) };
}

async function feeCents(store: BillingStore, slug: string): Promise<number> {
  const { id } = await newest(store, slug);
  const [line] = await store.rows<{ cents: number }>(
    `select amount_cents::int as cents from invoice_lines where invoice_id = '${id}' and key = 'plan'`,
  );
  return line?.cents ?? 0;
}

onEachBillingStore(
  organizations,
  now,
  (get) => {
    it.each(ways)('leaves a contract that begins after the start of a period to the next one, where a late %s creates it', async (way) => {
      const result = await waitFor(get(), `contract-begins-${way}`, way, { before: null, during: { contract } });
      expect(result).toEqual({ contract: null, egressCents: 900 });
      if (way === 'renewal') expect(await feeCents(get(), `contract-begins-${way}`)).toBe(2500);
    });

    it.each(ways)('keeps a contract that ends after the start of a period, where a late %s creates it', async (way) => {
      const result = await waitFor(get(), `contract-ends-${way}`, way, { before: { contract }, during: { contract: null } });
      expect(result).toMatchObject({ contract: { planPriceCents: 2000 }, egressCents: 0 });
      if (way === 'renewal') expect(await feeCents(get(), `contract-ends-${way}`)).toBe(2000);
    });

    it.each(ways)('leaves a discount that begins after the start of a period to the next one, where a late %s creates it', async (way) => {
      const plan = { line: 'plan', percent: 100 };
      const result = await waitFor(get(), `discount-begins-${way}`, way, { before: null, during: { discounts: [discount, plan] } });
      expect(result.egressCents).toBe(900);
      if (way === 'renewal') expect(await feeCents(get(), `discount-begins-${way}`)).toBe(2500);
    });

    it.each(ways)('keeps a discount that ends after the start of a period, where a late %s creates it', async (way) => {
      const discounts = [discount, { line: 'plan', percent: 40 }];
      const result = await waitFor(get(), `discount-ends-${way}`, way, { before: { discounts }, during: { discounts: [] } });
      expect(result.egressCents).toBe(450);
      if (way === 'renewal') expect(await feeCents(get(), `discount-ends-${way}`)).toBe(1500);
    });

    it('keeps the spend cap on until a late upgrade is paid, with the plan of its start', async () => {
      const store = get();
      await use(store, 'cap', 350, now + 2 * hour);
      await upgrade(store, 'cap', now + hour, now + 5 * hour);
      await use(store, 'cap', 100, now + 6 * hour);
      const { terms, lines } = await running(store, 'cap', now + 7 * hour);
      expect(terms).toMatchObject({ plan: 'team', capInitiallyOn: true, capChanges: [{ atSeconds: now + 5 * hour, on: false }] });
      expect(lines.find(([key]) => key === 'EGRESS:primary')?.[1]).toBe(900);
    });
    it.each([
      ['size-begins', 'accepts', { contract: sizeContract }, []],
      ['size-ends', 'refuses', { contract: null }, ['price_by_contract']],
    ] as const)('of %s, %s usage of the next cycle by its terms while the cycle before is not closed', async (slug, _, terms, codes) => {
      const store = get();
      const end = await periodEnd(store, slug);
      if (terms.contract === null) await agree(store, slug, { contract: sizeContract }, end - 3 * hour);
      await agree(store, slug, terms, end - hour);
      const record = {
        index: 0,
        id: `${slug} 24XL`,
        projectRef: projectRef(slug, 'app'),
        metric: 'COMPUTE_HOURS_24XL',
        fromSeconds: end + 60,
        untilSeconds: end + 120,
        quantity: 1,
      };
      const { rejected } = await recordUsage(store.db, await store.organizationId(slug), [record], end + 3 * hour);
      expect(rejected.map(({ code }) => code)).toEqual(codes);
      await close(store, slug, end + 5 * hour);
      const { lines } = await running(store, slug, end + 6 * hour);
      expect(lines.filter(([key]) => key === 'COMPUTE_HOURS_24XL:primary')).toHaveLength(1 - codes.length);
    });

    it('leaves a price book that begins after the start of a period to the next one, where a late renewal creates it', async () => {
      const store = get();
      const end = await periodEnd(store, 'book');
      const { terms: before } = await running(store, 'book', end - 1);
      await scheduleBook(store.db, { version: 'later', effectiveAtSeconds: end + 60, document: dearerDraft(10) }, end + 30);
      await close(store, 'book', end + 5 * hour);
      const { terms } = await running(store, 'book', end + 6 * hour);
      expect(terms.priceBookId).toBe(before.priceBookId);
    });
  },
  { subject: 'database' },
);
