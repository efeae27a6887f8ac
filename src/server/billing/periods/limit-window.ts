import { sumCents } from '#lib/money.ts';
import { measuredCents } from '#server/domain/budget/budget.ts';
import { billSteps } from '#server/domain/bill.ts';
import { type PartScope } from '#server/domain/budget/limit-scopes.ts';
import { coveredCostBefore, coveredOnly, hasDailyLimits, hasPartLimits } from '#server/domain/budget/spending-limit.ts';
import { type InvoicedLine, keyParts } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import type { BillingInputs, LoadedPeriod } from '#server/billing/periods/loaded-periods.ts';
import { invoicedOf, lastDayCharges, type PeriodRow, periodsOfWindows } from '#server/store/billing-periods.ts';

type WindowPlace = Pick<PeriodRow, 'startsAt' | 'limitWindowStartsAt'>;

/** Returns the start of the cycle to which a period's limits apply, in Unix ms. A plan change splits a cycle into several periods. */
export const windowStart = (row: WindowPlace | undefined): number | null =>
  row ? (row.limitWindowStartsAt ?? row.startsAt).getTime() : null;

/** Whether a limit applied in the period. If so, the charges of earlier periods in the same cycle count toward the limit, too. */
export const hasLimits = ({ limitChanges }: Pick<PeriodRow, 'limitChanges'>): boolean => limitChanges.length > 0;

/** Amounts in cents that earlier periods charged for covered usage. */
export interface WindowCharges {
  /** Returns the sum of the charges in earlier periods of the cycle. Earlier periods must be recorded or invoiced first. */
  readonly before: (period: LoadedPeriod) => number;
  /**
   * Returns the charges of earlier periods per `partKey`. A cycle limit includes the charges in the same cycle. A daily limit includes the
   * charges on the UTC day in which the period begins.
   */
  readonly partsBefore: (period: LoadedPeriod) => ReadonlyMap<string, number>;
  readonly record: (period: LoadedPeriod) => Promise<LoadedPeriod>;
}

const noCharges: WindowCharges = {
  before: () => 0,
  partsBefore: () => new Map(),
  record: (period) => Promise.resolve(period),
};

type Parts = ReadonlyMap<PartScope, number>;

function sumsOfParts(lines: readonly Pick<InvoicedLine, 'key' | 'amountCents' | 'breakdown'>[], covered: ReadonlySet<UsageMetric>): Parts {
  const sums = new Map<PartScope, number>();
  const add = (scope: PartScope, cents: number): void => void sums.set(scope, (sums.get(scope) ?? 0) + cents);
  for (const { key, amountCents, breakdown } of lines) {
    const metric = keyParts(key)?.metric;
    if (metric === undefined || !covered.has(metric)) continue;
    add(`metric:${metric}`, amountCents);
    for (const part of breakdown) add(`project:${part.projectRef}`, part.amountCents);
  }
  return sums;
}

async function partsOf({ period, priced }: LoadedPeriod): Promise<Parts> {
  const { covered } = period.book;
  if (priced) return sumsOfParts([...priced, ...period.invoiced], covered);
  const bill = await runSteps(billSteps({ ...period, invoiced: [], running: [] }, cycleEnd(period.cycle)));
  return sumsOfParts(bill.lines, covered);
}

/** Returns the charges of earlier periods in cents by metric. Includes only charges of the UTC day on which the given period begins. */
function dayBefore({ row }: LoadedPeriod, lastDays: ReadonlyMap<number, Readonly<Record<string, number>>>): [string, number][] {
  const charges = lastDays.get(row.startsAt.getTime());
  return Object.entries(charges ?? {}).map(([metric, cents]) => [`metric:${metric} day`, cents]);
}

const coveredSum = (lines: readonly InvoicedLine[], covered: ReadonlySet<UsageMetric>): number =>
  sumCents(
    lines.flatMap(({ key, amountCents }) => {
      const metric = keyParts(key)?.metric;
      return metric !== undefined && covered.has(metric) ? [amountCents] : [];
    }),
  );

async function chargeOf({ period, priced, limit }: LoadedPeriod): Promise<number> {
  if (priced) return measuredCents(priced, period.book.covered, { scope: 'organization', basis: 'overage' });
  return limit?.chargedCents ?? (await runSteps(coveredCostBefore(coveredOnly(period), cycleEnd(period.cycle))));
}

/**
 * Sums the charges of earlier periods. Reads nothing if no period has a limit. @param isForced true to read charges even without limits
 * @param exceptInvoiceId invoice that is being created, whose lines do not count
 */
export async function windowCharges(
  db: Database,
  organizationId: number,
  periods: readonly LoadedPeriod[],
  exceptInvoiceId: string | null,
  isForced = false,
): Promise<WindowCharges> {
  const covered = periods.at(-1)?.period.book.covered;
  const isSplit = periods.some(({ row }) => row.limitWindowStartsAt !== null);
  const isDaily = periods.some(({ row }) => hasDailyLimits(row.limitChanges));
  const isCounted = isDaily || (isSplit && (isForced || periods.some(({ row }) => hasLimits(row))));
  if (!covered || !isCounted) return noCharges;
  const lastDays = isDaily ? await lastDayCharges(db, organizationId, periods) : new Map<number, Readonly<Record<string, number>>>();
  const starts = [...new Set(periods.map(({ row }) => windowStart(row) ?? 0))].map((at) => new Date(at));
  const parts = await periodsOfWindows(db, organizationId, starts);
  const invoiced = await invoicedOf(db, organizationId, { open: parts, late: [] }, exceptInvoiceId);
  const cents = new Map(parts.map(({ id }) => [id, coveredSum(invoiced.get(id) ?? [], covered)]));
  const partsOfPeriod = new Map(parts.map(({ id }) => [id, sumsOfParts(invoiced.get(id) ?? [], covered)]));
  const hasParts = isForced || periods.some(({ row }) => hasPartLimits(row.limitChanges));
  const earlier = ({ row }: LoadedPeriod) => parts.filter((part) => part.id < row.id && windowStart(part) === windowStart(row));
  return {
    before: (period) => sumCents(earlier(period).map((part) => cents.get(part.id) ?? 0)),
    partsBefore: (period) => {
      const sums = new Map<string, number>(dayBefore(period, lastDays));
      for (const part of earlier(period))
        for (const [scope, charged] of partsOfPeriod.get(part.id) ?? [])
          sums.set(`${scope} cycle`, (sums.get(`${scope} cycle`) ?? 0) + charged);
      return sums;
    },
    record: async (period) => {
      cents.set(period.id, await chargeOf(period));
      if (hasParts) partsOfPeriod.set(period.id, await partsOf(period));
      const { limit } = period;
      if (limit) lastDays.set(cycleEnd(period.period.cycle) * 1000, Object.fromEntries(limit.lastDay));
      return period;
    },
  };
}

/**
 * Returns earlier charges that can count toward limits of the running period: charges of the same cycle, and charges of the UTC day on
 * which the period starts. Returns them even if the organization has no limits.
 */
export async function earlierCharges(
  db: Database,
  organizationId: number,
  { late, carried, running }: Pick<BillingInputs, 'late' | 'carried' | 'running'>,
): Promise<{ readonly earlierCents: number; readonly earlierParts: ReadonlyMap<string, number> }> {
  const charges = await windowCharges(db, organizationId, [...late, ...carried, running], null, true);
  for (const period of [...late, ...carried]) await charges.record(period);
  return { earlierCents: charges.before(running), earlierParts: charges.partsBefore(running) };
}
