import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { BillingPeriod } from '#server/domain/bill.ts';
import { metricRules } from '#server/domain/metrics.ts';
import type { Cycle } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { unchargedViolations, type Violation } from '#server/domain/violations.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { loadUsage } from '#server/store/usage/usage-entries.ts';

export interface ExceededCycle {
  readonly cycle: Cycle;
  readonly violations: readonly Violation[];
}

interface CutPeriod extends Cycle {
  readonly cutSeconds: number;
}

/** Earlier periods of the same plan with the cap on, oldest first. Omits periods whose planned cycle does not overlap the given cycle. */
async function cutBefore(tx: Database, organizationId: number, { planId, cap, cycle }: BillingPeriod): Promise<CutPeriod[]> {
  if (!cap.initiallyOn || cap.changes.length > 0) return [];
  const { plan, startsAt, endsAt, closedAt, capInitiallyOn, capChanges } = billingPeriods;
  const start = instantOf(cycle.startSeconds);
  const rows = await tx
    .select({ startsAt, endsAt, closedAt })
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, organizationId),
        eq(plan, planId),
        capInitiallyOn,
        sql`${capChanges} = '[]'::jsonb`,
        lt(closedAt, endsAt),
        lt(startsAt, start),
        gt(endsAt, start),
      ),
    )
    .orderBy(asc(startsAt), asc(billingPeriods.id));
  return rows.map((row) => ({
    startSeconds: secondsOf(row.startsAt),
    endSeconds: secondsOf(row.endsAt),
    cutSeconds: secondsOf(row.closedAt ?? row.endsAt),
  }));
}

function usedWithin(entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): UsageEntry[] {
  return entries.flatMap((entry) => {
    const { measure } = metricRules(entry.metric);
    if (measure === 'count' || measure === 'peak')
      return entry.fromSeconds >= fromSeconds && entry.fromSeconds < untilSeconds ? [entry] : [];
    const from = Math.max(entry.fromSeconds, fromSeconds);
    const until = Math.min(entry.untilSeconds, untilSeconds);
    return from < until ? [{ ...entry, fromSeconds: from, untilSeconds: until }] : [];
  });
}

/** Whether a metric counts the same users again in each cycle. Only the value of the last cycle counts for such a metric. */
const isReportedAgain = ({ metric }: UsageEntry): boolean => metric.startsWith('MONTHLY_ACTIVE');

/**
 * Measures usage over all overlapping cycles that plan changes cut short. Otherwise, repeated plan changes would give additional quotas.
 * @returns null if no quota is exceeded
 */
export async function exceededWithEarlier(
  tx: Database,
  organizationId: number,
  period: BillingPeriod,
  atSeconds: number,
): Promise<ExceededCycle | null> {
  const before = await cutBefore(tx, organizationId, period);
  const [oldest] = before;
  if (!oldest) return null;
  const running = before.find(({ endSeconds }) => endSeconds > atSeconds);
  for (const first of new Set([running ?? oldest, oldest])) {
    const { startSeconds, endSeconds } = first;
    const untilSeconds = Math.min(atSeconds, endSeconds);
    const usage = await loadUsage(tx, { organizationId, fromSeconds: startSeconds, untilSeconds, isExact: true });
    const earlier = before
      .slice(before.indexOf(first))
      .flatMap((cut) => usedWithin(usage.entries, cut.startSeconds, cut.cutSeconds).filter((entry) => !isReportedAgain(entry)));
    const periodEntries = usedWithin(usage.entries, period.cycle.startSeconds, untilSeconds);
    const measured = { ...period, cycle: { startSeconds, endSeconds }, entries: [...earlier, ...periodEntries] };
    const violations = await runSteps(unchargedViolations(measured, untilSeconds));
    if (violations) return { cycle: { startSeconds, endSeconds: endSeconds > atSeconds ? endSeconds : atSeconds }, violations };
  }
  return null;
}
