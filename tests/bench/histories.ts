import { insertOrganizations } from '#server/seed/insert-organizations.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { countInvoices, invoicePage, type InvoiceFilters, searchInvoices } from '#server/store/invoices/invoices.ts';

export const now = Date.UTC(2026, 5, 30) / 1000;
const day = 86_400;
/** Number of days of a history, the same for every number of invoices. A date filter then selects the same share of every history. */
const historyDays = 3650;

/** Adds invoices. The newest is a draft; of the rest, one in 10,000 is void, one in 100 is outstanding, and all others are paid. */
export async function addInvoices(db: Database, organizationId: number, count: number): Promise<void> {
  await db.execute(`
    insert into invoices (id, organization_id, subscription_id, number, kind, status, period_start, period_end, subtotal_cents, amount_due_cents)
    select 'in_' || substr(md5('${organizationId}/' || i), 1, 24), ${organizationId}, 'sub_1', 'BENCHMRK-' || lpad(i::text, 6, '0'), 'cycle',
      case when i = ${count} then 'draft' when i % 10000 = 7 then 'void' when i % 100 = 1 then 'open' else 'paid' end,
      to_timestamp(${now} - ((${count} - i) * ${historyDays * day}::bigint / ${count}) - 30 * ${day}),
      to_timestamp(${now} - ((${count} - i) * ${historyDays * day}::bigint / ${count})), 2500, 2500
    from generate_series(1, ${count}) i`);
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the median milliseconds of each organization. Alternates between the organizations, so that machine load affects all alike. */
export async function compare(
  organizations: readonly number[],
  rounds: number,
  run: (organizationId: number, round: number) => Promise<unknown>,
): Promise<number[]> {
  const times = organizations.map((): number[] => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [index, id] of organizations.entries()) {
      const started = performance.now();
      await run(id, Math.abs(round));
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}

export type Work = readonly [name: string, run: (db: Database, id: number, count: number, round: number) => Promise<unknown>];

const open: InvoiceFilters = { statuses: ['open', 'issued', 'uncollectible'] };
const page = (offset: (count: number, round: number) => number, filters: InvoiceFilters = {}): Work[1] => {
  return (db, id, count, round) => invoicePage(db, id, { offset: offset(count, round), limit: 5 }, filters);
};
const year: InvoiceFilters = { from: now - 800 * day, until: now - 435 * day };

export const works: readonly Work[] = [
  ['first page', page(() => 0)],
  ['page in the middle', page((count, round) => Math.floor(count / 2) + round)],
  ['last page', page((count) => count - 5)],
  ['beyond the end', page((count) => count + 10)],
  ['outstanding, first page', page(() => 0, open)],
  ['a rare status', page(() => 0, { statuses: ['void'] })],
  ['paid, in the middle', page((count) => Math.floor(count / 2), { statuses: ['paid'] })],
  ['a year', page(() => 0, year)],
  ['a year, outstanding', page(() => 0, { ...open, ...year })],
  ['count of all', (db, id) => countInvoices(db, id)],
  ['count of outstanding', (db, id) => countInvoices(db, id, open)],
  ['count of a year', (db, id) => countInvoices(db, id, year)],
  ['search by number', (db, id, _, round) => searchInvoices(db, id, String(round + 1), { offset: 0, limit: 5 })],
];

export async function addHistories(db: Database, sizes: readonly number[]): Promise<number[]> {
  const seeds = sizes.map((count) => ({
    slug: `history-${count}`,
    name: `history ${count}`,
    plan: 'pro' as const,
    cyclesBefore: 0,
    daysIntoCycle: 1,
    projects: [{ name: 'first', status: 'INACTIVE' as const }],
  }));
  await db.transaction((tx) => insertOrganizations(tx, seeds, now));
  const ids: number[] = [];
  for (const [index, { slug }] of seeds.entries()) {
    const id = rowsOf<{ id: number }>(await db.execute(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;
    await addInvoices(db, id, sizes[index] ?? 0);
    ids.push(id);
  }
  await db.execute('analyze');
  return ids;
}
