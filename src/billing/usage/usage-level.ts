import type { UsageRecord } from '#contract/types.ts';

/** Share of the included amount above which usage counts as approaching the quota. */
export const approachingFrom = 0.8;

/** Disk metrics whose included amount grows with each project hour, so the level `approaching` does not apply. */
const byAllowance: ReadonlySet<string> = new Set(['DISK_SIZE_GB_HOURS_GP3', 'DISK_IOPS_GP3', 'DISK_THROUGHPUT_GP3']);

/** 'metered': no amount is included, so each unit is charged. */
export type UsageLevel = 'within' | 'approaching' | 'over' | 'unlimited' | 'metered';

type Facts = Pick<UsageRecord, 'metric' | 'usage' | 'unlimited' | 'pricing_free_units'>;

export function usageLevel({ metric, usage, unlimited, pricing_free_units: included }: Facts): UsageLevel {
  if (unlimited) return 'unlimited';
  if (!included) return 'metered';
  if (usage > included) return 'over';
  return usage >= included * approachingFrom && !byAllowance.has(metric) ? 'approaching' : 'within';
}

export function isWorthShowing(record: Pick<UsageRecord, 'usage' | 'available_in_plan' | 'unlimited' | 'pricing_free_units'>): boolean {
  return record.usage > 0 || (record.available_in_plan && !record.unlimited && (record.pricing_free_units ?? 0) > 0);
}

const attention: readonly UsageLevel[] = ['over', 'approaching'];

function attentionRank(facts: Facts): number {
  const index = attention.indexOf(usageLevel(facts));
  return index < 0 ? attention.length : index;
}

/** Metrics that need attention come first. The order of all others stays the same. */
export const byAttention = (one: Facts, other: Facts): number => attentionRank(one) - attentionRank(other);

export function byGroupAttention(one: readonly Facts[], other: readonly Facts[]): number {
  const rank = (records: readonly Facts[]): number => Math.min(attention.length, ...records.map(attentionRank));
  return rank(one) - rank(other);
}
