/** Simulates a spending limit or the spend cap on past cycles. */
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { costSteps, type DayCost } from './cost-by-day.ts';
import { limitSteps } from './limit-search.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { coveredOnly, type LimitedPeriod, type LimitTerms } from './spending-limit.ts';

export type ReplayedPeriod = {
  /** Amount by which the period would have been cheaper. */
  lessCents: number;
  /** Days with usage that would not have been charged. */
  limitedDays: number;
  /** Charges for covered usage as billed, and under the other terms, in cents. */
  actualCents: number;
  triedCents: number;
};

export type ReplayTerms = 'spend_cap' | LimitTerms;

const costOf = (days: readonly DayCost[]): number[] => days.map(({ parts }) => sumCents(parts.map(({ amountCents }) => amountCents)));

/**
 * Bills a closed period under other terms from its start and compares the cost of usage covered by the cap.
 * @param limited must contain counts and peaks as single records
 * @param triedEarlierCents charges of earlier periods of the same cycle under the other terms
 */
export function* replayPeriod(limited: LimitedPeriod, terms: ReplayTerms, triedEarlierCents: number): Steps<ReplayedPeriod> {
  const { period } = limited;
  const { startSeconds } = period.cycle;
  const endSeconds = cycleEnd(period.cycle);
  const actual = (yield* limitSteps(limited, endSeconds)).period;
  const tried: BillingPeriod =
    terms === 'spend_cap'
      ? { ...period, cap: { initiallyOn: true, changes: [] } }
      : (yield* limitSteps({ ...limited, limits: [{ ...terms, atSeconds: startSeconds }], earlierCents: triedEarlierCents }, endSeconds))
          .period;
  const before = costOf(yield* costSteps(coveredOnly(actual), endSeconds));
  const after = costOf(yield* costSteps(coveredOnly(tried), endSeconds));
  const [actualCents, triedCents] = [sumCents(before), sumCents(after)];
  return {
    lessCents: Math.max(0, actualCents - triedCents),
    limitedDays: before.filter((cents, day) => cents > (after[day] ?? 0)).length,
    actualCents,
    triedCents,
  };
}
