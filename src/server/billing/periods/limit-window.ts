import { sumCents } from '#lib/money.ts';
import { measuredCents } from '#server/domain/budget/budget.ts';
import { coveredCostBefore, coveredOnly } from '#server/domain/budget/spending-limit.ts';
import { type InvoicedLine, keyParts } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import type { BillingInputs, LoadedPeriod } from '#server/billing/periods/loaded-periods.ts';
import { invoicedOf, type PeriodRow, periodsOfWindows } from '#server/store/billing-periods.ts';

type WindowPlace = Pick<PeriodRow, 'startsAt' | 'limitWindowStartsAt'>;

/** Start of the billing cycle to which limits of a period apply, in milliseconds since 1970. Plan changes split a cycle into periods. */
export const windowStart = (row: WindowPlace | undefined): number | null =>
  row ? (row.limitWindowStartsAt ?? row.startsAt).getTime() : null;

/** Whether a limit applies to the period at some time, so that charges of earlier parts of its cycle count. */
export const hasLimits = ({ limitChanges }: Pick<PeriodRow, 'limitChanges'>): boolean => limitChanges.length > 0;

/** Charges for covered usage in the parts of billing cycles, in cents. */
export interface WindowCharges {
  /** Sum of the charges in earlier periods of the same cycle. The caller must record these periods first, unless they are invoiced. */
  readonly before: (period: LoadedPeriod) => number;
  /** Stores the charges of a period that is priced again. */
  readonly record: (period: LoadedPeriod) => Promise<LoadedPeriod>;
}

const noCharges: WindowCharges = { before: () => 0, record: (period) => Promise.resolve(period) };

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
 * Loads the charges of the billing cycles that contain the periods. Reads nothing if no period has a limit.
 * @param exceptInvoiceId invoice that is being created, whose lines do not count
 * @param isForced true to read even if no period has a limit
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
  if (!covered || !isSplit || !(isForced || periods.some(({ row }) => hasLimits(row)))) return noCharges;
  const starts = [...new Set(periods.map(({ row }) => windowStart(row) ?? 0))].map((at) => new Date(at));
  const parts = await periodsOfWindows(db, organizationId, starts);
  const invoiced = await invoicedOf(db, organizationId, { open: parts, late: [] }, exceptInvoiceId);
  const cents = new Map(parts.map(({ id }) => [id, coveredSum(invoiced.get(id) ?? [], covered)]));
  return {
    before: ({ row }) =>
      sumCents(parts.flatMap((part) => (part.id < row.id && windowStart(part) === windowStart(row) ? [cents.get(part.id) ?? 0] : []))),
    record: async (period) => {
      cents.set(period.id, await chargeOf(period));
      return period;
    },
  };
}

/** Charges for covered usage in the running billing cycle before its running period, also without a limit. */
export async function earlierCharges(
  db: Database,
  organizationId: number,
  { late, carried, running }: Pick<BillingInputs, 'late' | 'carried' | 'running'>,
): Promise<number> {
  const charges = await windowCharges(db, organizationId, [...late, ...carried, running], null, true);
  for (const period of [...late, ...carried]) await charges.record(period);
  return charges.before(running);
}
