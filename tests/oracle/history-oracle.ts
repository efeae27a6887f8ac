/** Independent implementation of the money rules for a whole history. It shares no code with the engine. */
import { COVERED, type OracleLimit, oracleLimited } from './limit-oracle.ts';
import { type Fraction, oracleBill, type OracleBill, type UnpricedPeriod } from './oracle.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { HeldTerms, LivedChange, LivedHistory, LivedRecord } from './lived-history.ts';

export type OraclePeriod = {
  planId: PlanId;
  startSeconds: number;
  /** Planned end of the billing cycle. */
  endSeconds: number;
  /** Actual end; null if still running. */
  closedAtSeconds: number | null;
  capInitiallyOn: boolean;
  capChanges: { atSeconds: number; on: boolean }[];
  cutShort: boolean;
};

const RANK: Readonly<Record<PlanId, number>> = { free: 0, pro: 1, team: 2, enterprise: 3 };
const LIST_CENTS: Readonly<Record<PlanId, number>> = { free: 0, pro: 2500, team: 59_900, enterprise: 0 };

/** Returns the time `months` later: the same day of the month and time of day, or the last day of a shorter month. */
export function monthsAfter(anchorSeconds: number, months: number): number {
  const anchor = new Date(anchorSeconds * 1000);
  const first = new Date(anchor);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return first.getTime() / 1000;
}

function cycleEndAfter(anchorSeconds: number, atSeconds: number): number {
  for (let months = 1; ; months += 1) {
    const boundary = monthsAfter(anchorSeconds, months);
    if (boundary > atSeconds) return boundary;
  }
}

const QUOTE_SECONDS = 15 * 60;

/**
 * Returns the time from which a change counts. An unpaid change counts from the acceptance. A paid change counts from the payment if it
 * turns the cap on or is not an upgrade; otherwise from the quote, or from the acceptance if the quote is too old.
 */
export function effectiveSeconds(change: LivedChange, before: HeldTerms, lastChangeSeconds: number): number {
  const { paidAtSeconds, acceptedAtSeconds, quotedAtSeconds } = change;
  if (paidAtSeconds === null) return acceptedAtSeconds;
  const turnsCapOn = change.capOn && !before.capOn;
  if (RANK[change.planId] <= RANK[before.planId] || turnsCapOn) return paidAtSeconds;
  const holds = acceptedAtSeconds - quotedAtSeconds < QUOTE_SECONDS && quotedAtSeconds >= lastChangeSeconds;
  return holds ? quotedAtSeconds : acceptedAtSeconds;
}

export function periodsOf({ start, changes, nowSeconds }: LivedHistory): OraclePeriod[] {
  const periods: OraclePeriod[] = [];
  let anchorSeconds = start.anchorSeconds;
  let held: HeldTerms = start;
  const begin = (atSeconds: number, { planId, capOn }: HeldTerms): OraclePeriod => {
    const period: OraclePeriod = {
      planId,
      startSeconds: atSeconds,
      endSeconds: cycleEndAfter(anchorSeconds, atSeconds),
      closedAtSeconds: null,
      capInitiallyOn: capOn,
      capChanges: [],
      cutShort: false,
    };
    periods.push(period);
    held = { planId, capOn };
    return period;
  };
  let running = begin(start.atSeconds, start);
  let scheduled: HeldTerms | null = null;
  const rollTo = (atSeconds: number): void => {
    while (running.endSeconds <= atSeconds) {
      running.closedAtSeconds = running.endSeconds;
      running = begin(running.endSeconds, scheduled ?? held);
      scheduled = null;
    }
  };
  for (const change of changes) {
    const lastSeconds = running.capChanges.at(-1)?.atSeconds ?? running.startSeconds;
    const atSeconds = effectiveSeconds(change, held, lastSeconds);
    rollTo(atSeconds);
    if (change.isScheduled) scheduled = change;
    else if (change.planId === held.planId) {
      running.capChanges.push({ atSeconds, on: change.capOn });
      held = { planId: held.planId, capOn: change.capOn };
    } else {
      running.closedAtSeconds = atSeconds;
      running.cutShort = true;
      anchorSeconds = atSeconds;
      scheduled = null;
      const wasCapped = held.capOn;
      running = begin(atSeconds, change);
      // The old spend cap applies until the payment: usage that the old cap covers stays uncharged.
      const paidSeconds = change.paidAtSeconds ?? atSeconds;
      if (wasCapped !== change.capOn && paidSeconds > atSeconds) {
        running.capInitiallyOn = wasCapped;
        running.capChanges.push({ atSeconds: paidSeconds, on: change.capOn });
      }
    }
  }
  rollTo(nowSeconds);
  return periods;
}

/** Returns the records that no later record corrects. Omits corrections to 0, because they mean no usage. */
export function standingRecords(records: readonly LivedRecord[]): LivedRecord[] {
  const corrected = new Set(records.flatMap(({ replaces }) => replaces ?? []));
  return records.filter(({ id, quantity, replaces }) => !corrected.has(id) && (replaces === undefined || quantity > 0));
}

/** Returns the time when each project enabled phone MFA. The project that was first pays a different price. */
function phoneMfaSince(records: readonly LivedRecord[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const { metric, projectRef, fromSeconds } of records)
    if (metric === 'AUTH_MFA_PHONE') since.set(projectRef, Math.min(since.get(projectRef) ?? Number.POSITIVE_INFINITY, fromSeconds));
  return since;
}

/**
 * Returns the spending limits that were set before a time. Each limit takes effect one second after it was set, and applies to the current
 * and later periods.
 */
export const limitsBefore = ({ limits }: Pick<LivedHistory, 'limits'>, untilSeconds: number): OracleLimit[] =>
  limits
    .map(({ setAtSeconds, overageCents }) => ({ atSeconds: setAtSeconds + 1, bill: null, overage: overageCents }))
    .filter(({ atSeconds }) => atSeconds < untilSeconds);

/** @param knownEarlierCents charges of the earlier parts of the period's billing cycle, if the caller has computed them */
export function perfectBill(
  period: OraclePeriod,
  history: LivedHistory,
  records: readonly LivedRecord[],
  knownEarlierCents?: number,
): OracleBill {
  const { planId, startSeconds, endSeconds, closedAtSeconds, capInitiallyOn, capChanges } = period;
  const until = closedAtSeconds ?? history.nowSeconds;
  const fullPeriod: UnpricedPeriod = {
    planId,
    cycle: { startSeconds, endSeconds, ...(closedAtSeconds !== null && closedAtSeconds < endSeconds ? { closedAtSeconds } : {}) },
    cap: { initiallyOn: capInitiallyOn, changes: capChanges },
    contract: history.contract,
    discounts: history.discounts,
    invoiced: [],
    mfaPhoneEnabledAt: phoneMfaSince(records),
    entries: records
      .filter((record) => record.fromSeconds < until && Math.max(record.untilSeconds, record.fromSeconds + 1) > startSeconds - 3600)
      .map((record) => ({ ...record, recordId: record.id })),
  };
  const limits = limitsBefore(history, until);
  if (limits.length === 0) return oracleBill(fullPeriod, until);
  const terms = { earlierCents: knownEarlierCents ?? earlierCents(period, history, records) };
  return oracleLimited(fullPeriod, limits, terms, until).bill;
}

/** Returns the previous part of the billing cycle if the period began with a plan change; undefined after a renewal. */
export function partBefore(period: OraclePeriod, periods: readonly OraclePeriod[]): OraclePeriod | undefined {
  const before = periods[periods.findIndex((each) => isSamePeriod(each, period)) - 1];
  return before?.cutShort ? before : undefined;
}

const isSamePeriod = (a: OraclePeriod, b: OraclePeriod): boolean =>
  a.startSeconds === b.startSeconds && a.closedAtSeconds === b.closedAtSeconds && a.planId === b.planId;

/** Returns the charges for covered usage in earlier parts of the period's billing cycle. Computes the parts in order of time. */
function earlierCents(period: OraclePeriod, history: LivedHistory, records: readonly LivedRecord[]): number {
  const periods = periodsOf(history);
  const parts: OraclePeriod[] = [];
  for (let part = partBefore(period, periods); part; part = partBefore(part, periods)) parts.unshift(part);
  let cents = 0;
  for (const part of parts)
    for (const [key, { amountCents }] of perfectBill(part, history, records, cents).lines) if (COVERED.test(key)) cents += amountCents;
  return cents;
}

export function feeCents(planId: PlanId, { contract, discounts }: Pick<LivedHistory, 'contract' | 'discounts'>): number {
  if (planId === 'free') return 0;
  let left: Fraction = { n: BigInt(contract?.planPriceCents ?? LIST_CENTS[planId]), d: 1n };
  for (const { key, discount } of discounts) {
    if (key !== 'plan') continue;
    left =
      'basisPoints' in discount
        ? { n: left.n * BigInt(10_000 - discount.basisPoints), d: left.d * 10_000n }
        : { n: left.n > BigInt(discount.amountCents) * left.d ? left.n - BigInt(discount.amountCents) * left.d : 0n, d: left.d };
  }
  return Number((left.n * 2n + left.d) / (left.d * 2n));
}
