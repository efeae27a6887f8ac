import type { Steps } from '#lib/steps.ts';
import { type BillingPeriod, billSteps } from './bill.ts';
import type { UsageMetric } from './metrics.ts';
import { capOnAt } from './periods.ts';
import { summarySteps, type UsageSummary } from './usage-summary.ts';

export const VIOLATIONS = [
  'exceed_db_size_quota',
  'exceed_egress_quota',
  'exceed_edge_functions_count_quota',
  'exceed_edge_functions_invocations_quota',
  'exceed_monthly_active_users_quota',
  'exceed_realtime_connection_count_quota',
  'exceed_realtime_message_count_quota',
  'exceed_storage_size_quota',
  'spending_limit_exceeded',
  'overdue_payment',
] as const;
export type Violation = (typeof VIOLATIONS)[number];

const OF_METRIC: Readonly<Partial<Record<UsageMetric, Violation>>> = {
  DATABASE_SIZE: 'exceed_db_size_quota',
  EGRESS: 'exceed_egress_quota',
  CACHED_EGRESS: 'exceed_egress_quota',
  FUNCTION_INVOCATIONS: 'exceed_edge_functions_invocations_quota',
  MONTHLY_ACTIVE_USERS: 'exceed_monthly_active_users_quota',
  MONTHLY_ACTIVE_SSO_USERS: 'exceed_monthly_active_users_quota',
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 'exceed_monthly_active_users_quota',
  REALTIME_PEAK_CONNECTIONS: 'exceed_realtime_connection_count_quota',
  REALTIME_MESSAGE_COUNT: 'exceed_realtime_message_count_quota',
  STORAGE_SIZE: 'exceed_storage_size_quota',
};

/** Returns violations in a fixed order; null if no quota is exceeded. The list is empty if no exceeded metric has a violation name. */
export function violationsOf(summaries: readonly UsageSummary[]): Violation[] | null {
  const above = summaries.filter(({ exceeded }) => exceeded);
  if (above.length === 0) return null;
  const found = new Set(above.map(({ metric }) => OF_METRIC[metric]));
  return VIOLATIONS.filter((violation) => found.has(violation));
}

export const exceededMetrics = (summaries: readonly UsageSummary[]): UsageMetric[] =>
  summaries.flatMap(({ exceeded, metric }) => (exceeded ? [metric] : []));

function* unchargedMetrics(period: BillingPeriod, endSeconds: number): Steps<ReadonlySet<UsageMetric>> {
  const { lines } = yield* billSteps(period, endSeconds);
  return new Set(
    lines.flatMap(({ metric, derivation }) => (metric !== null && (derivation?.uncharged.numerator ?? 0n) > 0n ? [metric] : [])),
  );
}

/**
 * Includes violations from times with the cap on, even if the cap is off at the end. After a plan change, the quotas of the whole planned
 * cycle apply.
 */
export function* unchargedViolations(period: BillingPeriod, endSeconds: number): Steps<Violation[] | null> {
  const { planId, cap } = period;
  const { startSeconds, endSeconds: plannedSeconds } = period.cycle;
  // A spending limit has its own violation, so the times at which it stops charges are ignored.
  const whole = {
    ...period,
    cycle: { startSeconds, endSeconds: plannedSeconds },
    stops: [],
    partStops: undefined,
    invoiced: [],
    running: [],
  };
  const isCappedAtEnd = planId === 'free' || capOnAt(cap, endSeconds);
  const wasCapped = cap.initiallyOn || cap.changes.some(({ on }) => on);
  if (!isCappedAtEnd && !wasCapped) return null;
  const summaries = yield* summarySteps(whole, endSeconds);
  const uncharged = isCappedAtEnd ? new Set() : yield* unchargedMetrics(whole, endSeconds);
  const isExceeded = ({ metric, exceeded }: UsageSummary) => exceeded || (metric !== 'DISK_SIZE_GB_HOURS_GP3' && uncharged.has(metric));
  return violationsOf(summaries.map((summary) => ({ ...summary, exceeded: isExceeded(summary) })));
}
