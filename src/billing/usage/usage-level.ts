import type { UsageRecord } from '#contract/types.ts';

/** From this share of what is included on, use approaches it. */
export const approachingFrom = 0.8;

/** Free in every hour of a project: what is included grows with the use, so there is nothing to approach. */
const byAllowance: ReadonlySet<string> = new Set(['DISK_SIZE_GB_HOURS_GP3', 'DISK_IOPS_GP3', 'DISK_THROUGHPUT_GP3']);

/** How use stands to what the plan includes. 'metered': nothing is included, each unit has its price. */
export type UsageLevel = 'within' | 'approaching' | 'over' | 'unlimited' | 'metered';

type Facts = Pick<UsageRecord, 'metric' | 'usage' | 'unlimited' | 'pricing_free_units'>;

export function usageLevel({ metric, usage, unlimited, pricing_free_units: included }: Facts): UsageLevel {
  if (unlimited) return 'unlimited';
  if (!included) return 'metered';
  if (usage > included) return 'over';
  return usage >= included * approachingFrom && !byAllowance.has(metric) ? 'approaching' : 'within';
}

/** A metric without use, quota or price of interest is not worth a place of its own. */
export function isWorthShowing(record: Pick<UsageRecord, 'usage' | 'available_in_plan' | 'unlimited' | 'pricing_free_units'>): boolean {
  return record.usage > 0 || (record.available_in_plan && !record.unlimited && (record.pricing_free_units ?? 0) > 0);
}
