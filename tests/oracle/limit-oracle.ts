/**
 * Independent, naive implementation of spending limits. It bills usage up to candidate times with `oracle.ts`, to find the last second and
 * the last record that are charged.
 */
import type { UsageEntry } from '#server/domain/usage.ts';
import { oracleBill, type OracleBill, type UnpricedPeriod } from './oracle.ts';

export type OracleLimit = { atSeconds: number; bill: number | null; overage: number | null };

/** Metrics covered by the spend cap and by spending limits. */
export const COVERED =
  /^(DISK_SIZE_GB_HOURS_GP3|EGRESS|CACHED_EGRESS|DATABASE_SIZE|STORAGE_SIZE|STORAGE_IMAGES|MONTHLY_ACTIVE|FUNCTION|REALTIME)/;
const HAPPENS_ONCE = /EGRESS|MONTHLY_ACTIVE|FUNCTION|REALTIME|STORAGE_IMAGES/;

type CapChange = { atSeconds: number; on: boolean };

function costBefore(period: UnpricedPeriod, entries: readonly UsageEntry[], changes: readonly CapChange[], atSeconds: number): number {
  const coveredPeriod = { ...period, entries: entries.filter(({ metric }) => COVERED.test(metric)), cap: { ...period.cap, changes } };
  return oracleBill(coveredPeriod, atSeconds).totalCents;
}

const capAt = ({ cap }: UnpricedPeriod, atSeconds: number): boolean =>
  cap.changes.findLast((change) => change.atSeconds <= atSeconds)?.on ?? cap.initiallyOn;

const withStretch = (period: UnpricedPeriod, changes: readonly CapChange[], from: number, until: number): CapChange[] => [
  ...changes.filter(({ atSeconds }) => atSeconds < from),
  { atSeconds: from, on: true },
  { atSeconds: until, on: capAt(period, until) },
  ...changes.filter(({ atSeconds }) => atSeconds > until),
];

export type OracleLimited = {
  chargedCents: number;
  othersCents: number;
  /** The bill with all its lines, but without uncharged usage. */
  bill: OracleBill;
};

/** @param earlierCents charges of earlier parts of the same billing cycle */
export function oracleLimited(
  period: UnpricedPeriod,
  limits: readonly OracleLimit[],
  { fixedCents = 0, earlierCents = 0 }: { fixedCents?: number; earlierCents?: number },
  asOf: number,
): OracleLimited {
  const { startSeconds, endSeconds, closedAtSeconds } = period.cycle;
  const until = Math.min(asOf, endSeconds, closedAtSeconds ?? endSeconds);
  const others = oracleBill({ ...period, entries: period.entries.filter(({ metric }) => !COVERED.test(metric)) }, asOf);
  const othersCents = fixedCents + others.totalCents;
  let entries = [...period.entries];
  let changes: CapChange[] = [...period.cap.changes];
  const edges = [startSeconds, ...limits.map(({ atSeconds }) => atSeconds).filter((at) => at > startSeconds && at < until), until];
  for (const [index, from] of edges.entries()) {
    const end = edges[index + 1];
    if (end === undefined || end <= from) continue;
    const limit = limits.findLast(({ atSeconds }) => atSeconds <= from);
    const room = Math.min(
      limit?.bill == null ? Number.POSITIVE_INFINITY : Math.max(0, limit.bill - Math.max(0, othersCents)),
      limit?.overage == null ? Number.POSITIVE_INFINITY : Math.max(0, limit.overage - earlierCents),
    );
    if (costBefore(period, entries, changes, end) <= room) continue;
    if (costBefore(period, entries, changes, from) > room) {
      changes = withStretch(period, changes, from, end);
      continue;
    }
    // Finds the last whole second before which all usage can be charged.
    let [low, high] = [from, end];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (costBefore(period, entries, changes, middle) <= room) low = middle;
      else high = middle;
    }
    const records = entries
      .filter(({ fromSeconds, metric }) => fromSeconds === low && HAPPENS_ONCE.test(metric) && COVERED.test(metric))
      .sort((a, b) => ((a.recordId ?? '') < (b.recordId ?? '') ? -1 : 1));
    const rest = entries.filter((entry) => !records.includes(entry));
    // Moves the uncharged records forward by 0.75 seconds. `fits` prices usage only up to half a second after `low`, so it ignores these
    // records.
    const placed = (taken: readonly UsageEntry[], left: readonly UsageEntry[]): UsageEntry[] => [
      ...rest,
      ...taken,
      ...left.map((entry) => ({ ...entry, fromSeconds: low + 0.75 })),
    ];
    const fits = (candidate: readonly UsageEntry[]): boolean => costBefore(period, candidate, changes, low + 0.5) <= room;
    if (!fits(placed([], records))) {
      changes = withStretch(period, changes, low, end);
      continue;
    }
    let count = 0;
    while (count < records.length && fits(placed(records.slice(0, count + 1), records.slice(count + 1)))) count += 1;
    const next = records[count];
    const [taken, left] = [records.slice(0, count), records.slice(count + 1)];
    entries = placed(taken, records.slice(count));
    if (next) {
      const isPeak = next.metric === 'REALTIME_PEAK_CONNECTIONS';
      const split = (part: number): UsageEntry[] =>
        placed([...taken, { ...next, quantity: part }], [{ ...next, quantity: isPeak ? next.quantity : next.quantity - part }, ...left]);
      let [some, tooMuch] = [0, next.quantity];
      while (tooMuch - some > 1) {
        const middle = Math.floor((some + tooMuch) / 2);
        if (fits(split(middle))) some = middle;
        else tooMuch = middle;
      }
      entries = split(some);
    }
    changes = withStretch(period, changes, low + 0.5, end);
  }
  const bill = oracleBill({ ...period, entries, cap: { ...period.cap, changes } }, asOf);
  return { chargedCents: costBefore(period, entries, changes, asOf), othersCents, bill };
}
