import { type OraclePeriod, periodsOf, standingRecords } from './history-oracle.ts';
import type { LivedHistory, LivedInvoice, LivedRecord, LivedStanding } from './lived-history.ts';

const DAY = 86_400;
const GRACE_SECONDS = 14 * DAY;
const OVER_SECONDS = 7 * DAY;

/** Metrics that are summed over a cycle, with their quotas on Free, and on Pro under the spend cap. */
const QUOTAS: Readonly<Record<string, readonly [free: number, pro: number]>> = {
  EGRESS: [5e9, 250e9],
  CACHED_EGRESS: [5e9, 250e9],
  FUNCTION_INVOCATIONS: [500_000, 2_000_000],
  REALTIME_MESSAGE_COUNT: [2_000_000, 5_000_000],
  MONTHLY_ACTIVE_USERS: [50_000, 100_000],
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: [50_000, 100_000],
};

const STAGES: readonly LivedStanding['status'][] = [null, 'grace_period', 'grace_period_over', 'restricted'];
const severity = (status: LivedStanding['status']): number => STAGES.indexOf(status);

/** Returns the payment time of an invoice; Infinity if it is unpaid, null if credit or a write-off may have settled it. */
function paidSeconds({ id, status }: LivedInvoice, { moves, rebates }: LivedHistory): number | null {
  if (status === 'draft' || status === 'void' || rebates.some(({ invoiceId }) => invoiceId === id)) return null;
  const paid = moves.find(({ kind, invoiceId }) => kind === 'charge' && invoiceId === id);
  return paid?.atSeconds ?? (status === 'paid' ? null : Number.POSITIVE_INFINITY);
}

export function overdueFaults(history: LivedHistory): string[] {
  return history.invoices.flatMap((invoice) => {
    const { dueAtSeconds, id } = invoice;
    const paid = paidSeconds(invoice, history);
    if (dueAtSeconds === null || paid === null) return [];
    return history.standings.flatMap(({ atSeconds, status, violations }) => {
      if (atSeconds < dueAtSeconds || atSeconds >= paid) return [];
      const late = atSeconds - dueAtSeconds;
      const least = late < GRACE_SECONDS ? 'grace_period' : late < GRACE_SECONDS + OVER_SECONDS ? 'grace_period_over' : 'restricted';
      if (severity(status) >= severity(least) && violations.includes('overdue_payment')) return [];
      return [`restriction: ${id} is due since ${dueAtSeconds} and the organization is ${status ?? 'free'} at ${atSeconds}`];
    });
  });
}

type Timeline = { periods: readonly OraclePeriod[]; history: LivedHistory };

const periodAt = (periods: readonly OraclePeriod[], atSeconds: number): OraclePeriod | undefined =>
  periods.findLast(({ startSeconds }) => startSeconds <= atSeconds);

const isCapped = ({ capInitiallyOn, capChanges }: OraclePeriod, atSeconds: number): boolean =>
  capChanges.findLast((change) => change.atSeconds <= atSeconds)?.on ?? capInitiallyOn;

function isAbove({ history }: Timeline, planId: OraclePeriod['planId'], fromSeconds: number, untilSeconds: number): boolean {
  const records = standingRecords(history.records).filter((each) => each.heardAtSeconds <= untilSeconds);
  return Object.entries(QUOTAS).some(([metric, [free, pro]]) => {
    const agreed = history.contract?.quotas?.[metric as never] as number | null | undefined;
    if (agreed === null) return false;
    const used = records
      .filter((each) => each.metric === metric && each.fromSeconds >= fromSeconds && each.fromSeconds < untilSeconds)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return used > (agreed ?? (planId === 'free' ? free : pro));
  });
}

/**
 * Returns the time from which usage counts toward quotas. If a plan change shortened a cycle, this is the start of that cycle until its
 * planned end. Otherwise, this is the start of the current period.
 */
function measuredSince(periods: readonly OraclePeriod[], atSeconds: number): number {
  const begunPeriods = periods.filter(({ startSeconds }) => startSeconds <= atSeconds);
  const planned = begunPeriods.findLast((_, index) => index === 0 || begunPeriods[index - 1]?.cutShort === false);
  return (planned && planned.endSeconds > atSeconds ? planned : begunPeriods.at(-1))?.startSeconds ?? atSeconds;
}

const isCappedThroughout = ({ planId, capInitiallyOn, capChanges }: OraclePeriod): boolean =>
  capChanges.length === 0 && (planId === 'free' || capInitiallyOn);

/** Returns the usage of a metric in a time window. Counts only usage in `periods`; for monthly active users, only in the last period. */
function usedIn(
  periods: readonly OraclePeriod[],
  records: readonly LivedRecord[],
  metric: string,
  [from, until]: readonly [number, number],
): number {
  const counted = metric.startsWith('MONTHLY_ACTIVE') ? periods.slice(-1) : periods;
  return records
    .filter((each) => each.metric === metric && each.fromSeconds >= from && each.fromSeconds < until)
    .filter(({ fromSeconds }) =>
      counted.some(({ startSeconds, closedAtSeconds }) => fromSeconds >= startSeconds && fromSeconds < (closedAtSeconds ?? Infinity)),
    )
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Checks that usage above a quota starts a violation. Checks each cycle alone, and also together with earlier shortened cycles. */
export function beginFaults(history: LivedHistory): string[] {
  const periods = periodsOf(history);
  const { standings, contract } = history;
  return periods.flatMap((period, index) => {
    const { closedAtSeconds: end, cutShort, planId, startSeconds } = period;
    if (end === null || cutShort || (planId !== 'free' && planId !== 'pro') || !isCappedThroughout(period)) return [];
    const before = standings.findLast(({ atSeconds }) => atSeconds < end);
    const after = standings.find(({ atSeconds }) => atSeconds > end);
    const nextEnd = periods[index + 1]?.closedAtSeconds ?? Infinity;
    if (!before || !after || before.caseSeconds !== null || nextEnd <= after.atSeconds) return [];
    const planPeriods = periods.slice(0, index + 1).filter((each) => each.planId === planId && isCappedThroughout(each));
    const first = planPeriods.find((each) => each.endSeconds > startSeconds) ?? period;
    const windows = [[startSeconds, end] as const, [first.startSeconds, Math.min(end, first.endSeconds)] as const];
    const known = standingRecords(history.records.filter(({ heardAtSeconds }) => heardAtSeconds < end));
    const exceeded = Object.entries(QUOTAS).find(([metric, [free, pro]]) => {
      const agreed = contract?.quotas?.[metric as never] as number | null | undefined;
      const quota = agreed === undefined ? (planId === 'free' ? free : pro) : (agreed ?? Infinity);
      return windows.some((window) => usedIn(planPeriods, known, metric, window) > quota);
    });
    if (!exceeded || after.caseSeconds !== null) return [];
    return [`restriction: the cycle that ended at ${end} was above its quota of ${exceeded[0]}, and there is no case`];
  });
}

/** Checks that a full cycle within the quotas clears a violation, and that a plan change does not clear it. */
export function quotaFaults(history: LivedHistory): string[] {
  const periods = periodsOf(history);
  const faults: string[] = [];
  const { standings } = history;
  for (const [index, after] of standings.entries()) {
    const before = standings[index - 1];
    if (!before || before.caseSeconds === null) continue;
    const { atSeconds, caseSeconds, status, graceEndSeconds } = after;
    const caseStart = before.caseSeconds;
    const fullCycle = periods.some(
      ({ closedAtSeconds, cutShort }) =>
        !cutShort && closedAtSeconds !== null && closedAtSeconds > before.atSeconds && closedAtSeconds <= atSeconds,
    );
    // The violation also ends if an invoice for the overage is paid or forgiven.
    const isPaid = history.invoices.some(
      ({ status, finalizedAtSeconds, lines }) =>
        (status === 'paid' || status === 'void') &&
        (finalizedAtSeconds ?? 0) >= caseStart &&
        lines.some(({ key, amountCents }) => key.includes(':') && amountCents > 0),
    );
    // Raising or removing a spending limit ends the restriction that the limit caused.
    const hasLimitChanged = history.limits.some(({ setAtSeconds }) => setAtSeconds >= before.atSeconds && setAtSeconds <= atSeconds);
    if (fullCycle || hasLimitChanged || (caseSeconds === null && isPaid)) continue;
    if (caseSeconds !== caseStart) {
      faults.push(
        `restriction: the case of ${caseStart} is ${caseSeconds ?? 'gone'} at ${atSeconds}, without a full cycle since ${before.atSeconds}`,
      );
      continue;
    }
    // If a plan change shortened the cycle, the violation begins only at the planned end of the cycle.
    if (atSeconds < caseSeconds) continue;
    const running = periodAt(periods, atSeconds);
    // Skips a status that was observed in the same second as a plan change, because the change may have happened after the observation.
    if (!running || running.startSeconds === atSeconds || !isCapped(running, atSeconds) || !isCapped(running, atSeconds - 1)) continue;
    const isInGrace = atSeconds < caseSeconds + GRACE_SECONDS;
    const isStillAbove = isAbove({ periods, history }, running.planId, measuredSince(periods, atSeconds), before.atSeconds);
    if (status === null && isStillAbove)
      faults.push(`restriction: the case of ${caseSeconds} restricts nothing at ${atSeconds}, and the quotas are still exceeded`);
    if (isInGrace && isStillAbove && (graceEndSeconds ?? 0) > caseSeconds + GRACE_SECONDS)
      faults.push(`restriction: the case of ${caseSeconds} has its grace until ${graceEndSeconds} at ${atSeconds}`);
  }
  return faults;
}
