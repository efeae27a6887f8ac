/** Simulates a spending limit or the spend cap on past cycles. */
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { costSteps, type DayCost } from './cost-by-day.ts';
import { limitSteps } from './limit-search.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { coveredOnly, type LimitedPeriod, type LimitTerms } from './spending-limit.ts';

export type ReplayedCycle = {
  startSeconds: number;
  endSeconds: number;
  /** Amount by which the cycle would have been cheaper. */
  lessCents: number;
  /** Days with usage that would not have been charged. */
  limitedDays: number;
};

export type ReplayTerms = 'spend_cap' | LimitTerms;

const costOf = (days: readonly DayCost[]): number[] => days.map(({ parts }) => sumCents(parts.map(({ amountCents }) => amountCents)));

/**
 * Bills a closed cycle under other terms from its start and compares the cost of usage covered by the cap.
 * @param limited must contain counts and peaks as single records
 */
export function* replayCycle(limited: LimitedPeriod, terms: ReplayTerms): Steps<ReplayedCycle> {
  const { period } = limited;
  const { startSeconds } = period.cycle;
  const endSeconds = cycleEnd(period.cycle);
  const actual = (yield* limitSteps(limited, endSeconds)).period;
  const tried: BillingPeriod =
    terms === 'spend_cap'
      ? { ...period, cap: { initiallyOn: true, changes: [] } }
      : (yield* limitSteps({ ...limited, limits: [{ ...terms, atSeconds: startSeconds }] }, endSeconds)).period;
  const before = costOf(yield* costSteps(coveredOnly(actual), endSeconds));
  const after = costOf(yield* costSteps(coveredOnly(tried), endSeconds));
  return {
    startSeconds,
    endSeconds,
    lessCents: Math.max(0, sumCents(before) - sumCents(after)),
    limitedDays: before.filter((cents, day) => cents > (after[day] ?? 0)).length,
  };
}
