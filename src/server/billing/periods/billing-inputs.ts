import { hasProjectLimits } from '#server/domain/budget/spending-limit.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { sliceSteps } from '#server/domain/usage-slices.ts';
import {
  billedSubscription,
  invoicedOf,
  periodsToBill,
  type BilledSubscription,
  type PeriodRow,
  type PeriodsToBill,
} from '#server/store/billing-periods.ts';
import { uncollectedInvoices } from '#server/store/credit-notes.ts';
import { booksById } from '#server/store/price-books.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadUsage } from '#server/store/usage/usage-entries.ts';
import { hasLimits, windowCharges, windowStart } from '#server/billing/periods/limit-window.ts';
import { fixedCentsOf, limitPeriod } from './limited-periods.ts';
import type { BillingInputs, LoadedPeriod } from './loaded-periods.ts';
import { periodTerms, pricedLinesOf } from './period-terms.ts';

interface Wanted {
  readonly organizationId: number;
  /** Usage is loaded up to this instant, exclusive. */
  readonly untilSeconds: number;
  /** True if `untilSeconds` may be inside a segment of the stored totals. Usage of this segment is then read only up to `untilSeconds`. */
  readonly isExact?: boolean;
  readonly isTogether?: boolean;
  /** True to also merge equal resources into one entry with a count. Requires `isTogether`. */
  readonly isCounted?: boolean;
  readonly exceptInvoiceId?: string;
}

/** The last open period is the running period, or the period that is being invoiced. */
export async function loadPeriods(
  db: Database,
  subscription: BilledSubscription,
  { open, late }: PeriodsToBill,
  wanted: Wanted,
): Promise<BillingInputs> {
  const { organizationId, untilSeconds, isExact = false, isTogether = false, exceptInvoiceId } = wanted;
  const invoiced = await invoicedOf(db, organizationId, { open, late }, exceptInvoiceId ?? null);
  const onInvoices = [...open, ...late].flatMap(({ id, isOnInvoice }) => (isOnInvoice ? [id] : []));
  const uncollected = await uncollectedInvoices(db, organizationId, onInvoices);
  const load = async (rows: readonly PeriodRow[], until: number, exact: boolean) => {
    const bookOf = await booksById(
      db,
      rows.map(({ priceBookId }) => priceBookId),
    );
    // A limit covers the whole billing cycle, so changed usage in one period changes the charges of later periods in the cycle.
    let hasChanged = late.some((row) => windowStart(row) === windowStart(rows.at(-1)));
    const terms = rows.map((row) => {
      const priced = hasChanged && hasLimits(row) ? undefined : pricedLinesOf(row, subscription);
      hasChanged ||= priced === undefined;
      return { row, terms: periodTerms(row, subscription, bookOf(row.priceBookId)), priced };
    });
    const unpriced = terms.filter(({ priced }) => priced === undefined);
    const fromSeconds = Math.min(...unpriced.map(({ row: { startsAt } }) => secondsOf(startsAt)));
    const { labels, entries, ...usage } = await loadUsage(db, { ...wanted, fromSeconds, untilSeconds: until, isExact: exact });
    const slices = await runSteps(
      sliceSteps(
        entries,
        unpriced.map(({ terms: { cycle } }) => cycle),
      ),
    );
    const sliceOf = new Map(unpriced.map(({ row }, index) => [row.id, slices[index] ?? []]));
    const periods = terms.map(({ row, terms: periodTerms, priced }): LoadedPeriod => {
      const period = { ...periodTerms, ...usage, isTogether, invoiced: invoiced.get(row.id) ?? [], entries: sliceOf.get(row.id) ?? [] };
      return { id: row.id, row, period, uncollected: uncollected.get(row.id) ?? [], ...(priced && { priced }) };
    });
    return { periods, labels };
  };
  const { periods, labels } = await load(open, untilSeconds, isExact);
  const running = periods.at(-1);
  if (!running) throw new Error(`Organization ${organizationId} has no billing period`);
  const lateEnd = Math.max(...late.map(({ closedAt, endsAt }) => secondsOf(closedAt ?? endsAt)));
  const again = late.length > 0 ? (await load(late, lateEnd, false)).periods : [];
  const charges = await windowCharges(db, organizationId, [...again, ...periods], exceptInvoiceId ?? null);
  const whole = async (period: LoadedPeriod) => {
    const earlier = { earlierCents: charges.before(period), earlierParts: charges.partsBefore(period) };
    const terms = { fixedCents: period.row.limitFixedCents ?? 0, ...earlier };
    return charges.record(await limitPeriod(db, period, terms, cycleEnd(period.period.cycle)));
  };
  const lateLimited = await inOrder(again, whole);
  const inputs = { subscription, running, carried: await inOrder(periods.slice(0, -1), whole), late: lateLimited, labels };
  if (!hasLimits(running.row)) return inputs;
  const fixedCents = running.row.limitFixedCents ?? (await runSteps(fixedCentsOf(inputs)));
  const terms = { fixedCents, earlierCents: charges.before(running), earlierParts: charges.partsBefore(running) };
  return { ...inputs, running: await limitPeriod(db, running, terms, untilSeconds, isExact) };
}

async function inOrder<T>(items: readonly T[], work: (item: T) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

export const loadBillingInputs = (db: Database, organizationId: number, nowSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, { organizationId, untilSeconds: nowSeconds });

/** Loads inputs with usage summed over projects, which is faster for organizations with many projects. */
export const loadSummedInputs = (db: Database, organizationId: number, nowSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, { organizationId, untilSeconds: nowSeconds, isTogether: true });

/** Loads inputs like `loadSummedInputs`, but faster: equal resources become one entry, whose `times` is the number of these resources. */
export const loadCountedInputs = (db: Database, organizationId: number, nowSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, { organizationId, untilSeconds: nowSeconds, isTogether: true, isCounted: true });

/** Excludes usage at `atSeconds`, so that pricing the same instant again gives the same result. */
export const loadBillingInputsBefore = (db: Database, organizationId: number, atSeconds: number): Promise<BillingInputs> =>
  loadOpenPeriods(db, { organizationId, untilSeconds: atSeconds, isExact: true });

async function loadOpenPeriods(db: Database, wanted: Wanted): Promise<BillingInputs> {
  const subscription = await billedSubscription(db, wanted.organizationId);
  const periods = await periodsToBill(db, wanted.organizationId);
  const areSeparate = [...periods.open, ...periods.late].some(({ limitChanges }) => hasProjectLimits(limitChanges));
  // If a project has a limit, projects must stay separate, because they use the shared quotas in order of time.
  const projects = areSeparate ? { isTogether: false, isCounted: false } : {};
  return loadPeriods(db, subscription, periods, { ...wanted, ...projects });
}
