import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { cycleAt } from '#lib/dates/cycle.ts';
import type { PriceBook, Rate } from '#server/domain/book/price-book.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { HOUR_SECONDS } from '#server/domain/periods.ts';
import type { PlanId } from '#server/domain/plans.ts';
import { type ContractTerms, type MissingPrice, listRateOf, needsContract, rateOf } from '#server/domain/rates.ts';
import { type Database, groupedBy, instantOf, secondsOf } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { pricesOfBegunCycle } from '#server/store/books/price-book-pinning.ts';
import { booksById } from '#server/store/price-books.ts';

export interface UsageTime {
  readonly metric: UsageMetric;
  readonly fromSeconds: number;
  readonly untilSeconds: number | null;
}

export interface UsageWindow {
  /** Usage before this time is refused. Its period closed too long ago, or it belongs to no period. */
  readonly openFromSeconds: number;
  /**
   * Returns the start of the segment that contains an instant. Segments begin with each period and each future cycle, and at each change of
   * the cap or a limit.
   */
  readonly segmentStart: (atSeconds: number) => number;
  readonly missingPrice: (usage: UsageTime) => MissingPrice | null;
  /** Rate for usage above the quota, by plan and contract of the period in which the usage starts; undefined if usage is not billed. */
  readonly rateAt: (usage: UsageTime) => Rate | undefined;
  /** Like `rateAt`, but regardless of the plan. If only contracts set the price, returns the contract's rate, otherwise the list rate. */
  readonly listRateAt: (usage: UsageTime) => Rate | undefined;
  /** True if only a contract sets the price when the usage starts. */
  readonly isByContract: (usage: UsageTime) => boolean;
  /** IDs of invoiced periods whose bill the usage changes. */
  readonly billedPeriods: (usage: UsageTime) => readonly number[];
  /** True if usage above the quota is not charged. Such usage can lead to a restriction of the organization. */
  readonly limited: boolean;
}

interface Stretch {
  /** Null for a cycle that has begun while the previous cycle is not closed. */
  readonly id: number | null;
  readonly fromSeconds: number;
  /** Infinity for the running period. */
  readonly untilSeconds: number;
  readonly plan: PlanId;
  readonly contract: ContractTerms | null;
  readonly book: PriceBook;
  readonly isBilled: boolean;
  /** Start of the billing cycle whose charges count toward the period's limit; null without a limit. */
  readonly limitedSeconds: number | null;
}

/** Index of the last sorted instant that is at or before `atSeconds`, by binary search; -1 if all instants are later. */
function lastAtOrBefore(instants: readonly number[], atSeconds: number): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] ?? 0) <= atSeconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Periods of organizations in which usage is still accepted, oldest first. */
const openPeriods = (tx: Database, organizationIds: readonly number[], sinceSeconds: number) =>
  tx
    .select({
      id: billingPeriods.id,
      organizationId: billingPeriods.organizationId,
      anchor: subscriptions.billingCycleAnchor,
      cycleEnd: subscriptions.currentPeriodEnd,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      plan: billingPeriods.plan,
      startsAt: billingPeriods.startsAt,
      closedAt: billingPeriods.closedAt,
      capChanges: billingPeriods.capChanges,
      limitChanges: billingPeriods.limitChanges,
      limitWindowStartsAt: billingPeriods.limitWindowStartsAt,
      contract: billingPeriods.contract,
      nextContract: subscriptions.contract,
      earlierContracts: subscriptions.earlierContracts,
      priceBookId: billingPeriods.priceBookId,
      isBilled: sql<boolean>`coalesce(${invoices.status} <> 'draft' or ${invoices.usageClosedAt} is not null, false)`,
    })
    .from(billingPeriods)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, billingPeriods.organizationId))
    .leftJoin(invoices, and(eq(invoices.organizationId, billingPeriods.organizationId), eq(invoices.id, billingPeriods.invoiceId)))
    .where(
      and(
        sql`${billingPeriods.organizationId} = any(${sql.param([...organizationIds])}::int[])`,
        or(isNull(billingPeriods.closedAt), gt(billingPeriods.closedAt, instantOf(sinceSeconds))),
      ),
    )
    .orderBy(asc(billingPeriods.startsAt), asc(billingPeriods.id));

type PeriodRow = Awaited<ReturnType<typeof openPeriods>>[number];

/**
 * Returns the usage windows by organization ID.
 * @param acceptedSeconds the number of seconds for which usage of a period is accepted after the period has closed
 */
export async function usageWindows(
  tx: Database,
  organizationIds: readonly number[],
  nowSeconds: number,
  acceptedSeconds: number,
): Promise<ReadonlyMap<number, UsageWindow>> {
  const rows = await openPeriods(tx, organizationIds, nowSeconds - acceptedSeconds);
  const bookOf = await booksById(
    tx,
    rows.map(({ priceBookId }) => priceBookId),
  );
  const byOrganization = groupedBy(rows, ({ organizationId }) => organizationId);
  const windows = new Map<number, UsageWindow>();
  for (const id of organizationIds) {
    const periodRows = byOrganization.get(id) ?? [];
    const latest = periodRows.at(-1);
    if (!latest) throw new Error(`Organization ${id} has no billing period`);
    windows.set(id, windowOf(periodRows, latest, bookOf, await cycleAfter(tx, latest, nowSeconds)));
  }
  return windows;
}

/** Returns the next cycle if it has begun and the latest period is not closed yet; otherwise null. */
async function cycleAfter(tx: Database, latest: PeriodRow, nowSeconds: number): Promise<Stretch | null> {
  const fromSeconds = secondsOf(latest.cycleEnd);
  if (latest.closedAt !== null || nowSeconds < fromSeconds) return null;
  const { plan, nextContract: contract, earlierContracts } = latest;
  const prices = await pricesOfBegunCycle(tx, { contract, earlierContracts }, fromSeconds);
  return { id: null, plan, fromSeconds, untilSeconds: Number.POSITIVE_INFINITY, ...prices, isBilled: false, limitedSeconds: null };
}

function ratesOf(periods: readonly Stretch[], starts: readonly number[]): Pick<UsageWindow, 'rateAt' | 'listRateAt' | 'isByContract'> {
  const periodAt = (atSeconds: number): Stretch | undefined => periods[Math.max(0, lastAtOrBefore(starts, atSeconds))];
  return {
    rateAt: ({ metric, fromSeconds }) => {
      const period = periodAt(fromSeconds);
      if (!period || needsContract(period.book, metric, period.contract)) return undefined;
      return rateOf(period.book, metric, period.plan, period.contract ?? {});
    },
    listRateAt: ({ metric, fromSeconds }) => {
      const period = periodAt(fromSeconds);
      return period && listRateOf(period.book, metric, period.contract);
    },
    isByContract: ({ metric, fromSeconds }) => periodAt(fromSeconds)?.book.byContract.has(metric) ?? false,
  };
}

function windowOf(rows: readonly PeriodRow[], latest: PeriodRow, bookOf: (id: string) => PriceBook, after: Stretch | null): UsageWindow {
  const stored = rows.map(
    ({ id, plan, startsAt, closedAt, contract, priceBookId, isBilled, limitChanges, limitWindowStartsAt }): Stretch => ({
      id,
      plan,
      fromSeconds: secondsOf(startsAt),
      untilSeconds: closedAt === null ? (after?.fromSeconds ?? Number.POSITIVE_INFINITY) : secondsOf(closedAt),
      contract,
      book: bookOf(priceBookId),
      isBilled,
      limitedSeconds: limitChanges.length > 0 ? secondsOf(limitWindowStartsAt ?? startsAt) : null,
    }),
  );
  const periods = after ? [...stored, after] : stored;
  const starts = periods.map(({ fromSeconds }) => fromSeconds);
  const first = starts[0] ?? secondsOf(latest.startsAt);
  const boundaries = [
    ...starts,
    ...rows.flatMap(({ capChanges, limitChanges }) => [...capChanges, ...limitChanges].map(({ atSeconds }) => atSeconds)),
  ].sort((a, b) => a - b);
  const anchorSeconds = secondsOf(latest.anchor);
  const endSeconds = secondsOf(latest.cycleEnd);

  /** Periods that overlap [from, until). If several begin within a second, the last of them contains that second. */
  const within = (fromSeconds: number, untilSeconds: number): readonly Stretch[] =>
    periods
      .slice(Math.max(0, lastAtOrBefore(starts, fromSeconds)), lastAtOrBefore(starts, untilSeconds - 1) + 1)
      .filter((period) => period.untilSeconds > fromSeconds);

  return {
    openFromSeconds: first,
    segmentStart: (atSeconds) => {
      const boundary = boundaries[lastAtOrBefore(boundaries, atSeconds)] ?? first;
      // After the planned end of the latest cycle, the next cycle has begun, even if the latest is not closed. The segment starts with the
      // next cycle, or with a later change of the spend cap or a limit.
      return atSeconds >= endSeconds ? Math.max(boundary, cycleAt(anchorSeconds, atSeconds).startSeconds) : boundary;
    },
    missingPrice: ({ metric, fromSeconds, untilSeconds }) => {
      const lacksPrice = ({ book, contract }: Pick<Stretch, 'book' | 'contract'>) => needsContract(book, metric, contract);
      const unpriced = within(fromSeconds, untilSeconds ?? fromSeconds + 1).find(lacksPrice);
      if (!unpriced) return null;
      const next = { fromSeconds: endSeconds, contract: latest.nextContract, book: bookOf(latest.priceBookId) };
      const later = [...periods.slice(periods.indexOf(unpriced) + 1), ...(after ? [] : [next])].find((period) => !lacksPrice(period));
      return { contractFromSeconds: later?.fromSeconds ?? null };
    },
    ...ratesOf(periods, starts),
    billedPeriods: ({ metric, fromSeconds, untilSeconds }) => {
      const [from, until] = untilSeconds === null ? [fromSeconds, fromSeconds + 1] : hoursOf(fromSeconds, untilSeconds);
      // Phone MFA costs more for the first project that uses it. Earlier usage can make another project the first, and thus change the
      // prices of all later periods.
      const changed = within(from, metric === 'AUTH_MFA_PHONE' ? Number.MAX_SAFE_INTEGER : until);
      // Earlier charges count toward a limit. The usage can therefore change the charges of a later period in the same cycle.
      const follows = ({ limitedSeconds, fromSeconds: start }: Stretch): boolean =>
        limitedSeconds !== null && changed.some((period) => period.fromSeconds >= limitedSeconds && period.fromSeconds < start);
      return periods.flatMap((period) => {
        const { id, isBilled } = period;
        return isBilled && id !== null && (changed.includes(period) || follows(period)) ? [id] : [];
      });
    },
    limited: !latest.usageBillingEnabled,
  };
}

/**
 * Widens a span to whole clock hours. An hour is billed in the period that uses it first, so a change can affect every period that contains
 * a part of this hour.
 */
const hoursOf = (fromSeconds: number, untilSeconds: number): [from: number, until: number] => [
  Math.floor(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS,
  Math.ceil(untilSeconds / HOUR_SECONDS) * HOUR_SECONDS,
];

/** Marks periods with late usage, which the next invoice bills. Locks rows in order of their IDs to avoid deadlocks. */
export async function recordLateUsage(tx: Database, periodIds: ReadonlySet<number>): Promise<void> {
  if (periodIds.size === 0) return;
  const ids = await tx
    .select({ id: billingPeriods.id })
    .from(billingPeriods)
    .where(and(inArray(billingPeriods.id, [...periodIds]), eq(billingPeriods.hasLateUsage, false)))
    .orderBy(asc(billingPeriods.id))
    .for('update');
  if (ids.length === 0) return;
  await tx
    .update(billingPeriods)
    .set({ hasLateUsage: true })
    .where(
      inArray(
        billingPeriods.id,
        ids.map(({ id }) => id),
      ),
    );
}
