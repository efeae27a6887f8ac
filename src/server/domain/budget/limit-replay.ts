import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { costSteps, type DayCost } from './cost-by-day.ts';
import { type LimitOutcome, limitSteps } from './limit-search.ts';
import type { PartScope } from '#server/domain/budget/limit-scopes.ts';
import { keyParts } from '#server/domain/lines.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { coveredOnly, type LimitedPeriod, type LimitTerms } from './spending-limit.ts';

export type ReplayedPeriod = {
  lessCents: number;
  /** Days with usage that would not have been charged under the tried terms. */
  limitedDays: number;
  /** Charges in cents for usage that the cap covers: as billed, and under the tried terms. */
  actualCents: number;
  triedCents: number;
  actual: ReplayedParts;
  tried: ReplayedParts;
};

/** Charged amounts in cents: `parts` per project and metric; `lastDay` as in `LimitOutcome`. */
export type ReplayedParts = { parts: ReadonlyMap<PartScope, number>; lastDay: ReadonlyMap<string, number> };

function partsOf(days: readonly DayCost[]): ReadonlyMap<PartScope, number> {
  const parts = new Map<PartScope, number>();
  const add = (scope: PartScope, cents: number): void => void parts.set(scope, (parts.get(scope) ?? 0) + cents);
  for (const { key, projectRef, amountCents } of days.flatMap((day) => day.parts)) {
    const metric = keyParts(key)?.metric;
    if (metric === undefined) continue;
    add(`metric:${metric}`, amountCents);
    if (projectRef !== null) add(`project:${projectRef}`, amountCents);
  }
  return parts;
}

export type ReplayTerms = 'spend_cap' | LimitTerms;

const costOf = (days: readonly DayCost[]): number[] => days.map(({ parts }) => sumCents(parts.map(({ amountCents }) => amountCents)));

/**
 * Bills a closed period again under `terms` (the tried terms). For usage that the spend cap covers, returns the costs under the actual
 * terms and under the tried terms.
 * @param limited must contain counts and peaks as single records
 * @param triedEarlier the charges of earlier periods of the same cycle, billed under the tried terms
 */
export function* replayPeriod(
  limited: LimitedPeriod,
  terms: ReplayTerms,
  triedEarlier: Pick<LimitedPeriod, 'earlierCents' | 'earlierParts'>,
): Steps<ReplayedPeriod> {
  const { period } = limited;
  const { startSeconds } = period.cycle;
  const endSeconds = cycleEnd(period.cycle);
  const actual = yield* limitSteps(limited, endSeconds);
  const tried: Pick<LimitOutcome, 'period' | 'lastDay'> =
    terms === 'spend_cap'
      ? { period: { ...period, cap: { initiallyOn: true, changes: [] } }, lastDay: new Map() }
      : yield* limitSteps({ ...limited, limits: [{ ...terms, atSeconds: startSeconds }], ...triedEarlier }, endSeconds);
  const daysBefore = yield* costSteps(coveredOnly(actual.period), endSeconds);
  const daysAfter = yield* costSteps(coveredOnly(tried.period), endSeconds);
  const [before, after] = [costOf(daysBefore), costOf(daysAfter)];
  const [actualCents, triedCents] = [sumCents(before), sumCents(after)];
  return {
    lessCents: Math.max(0, actualCents - triedCents),
    limitedDays: before.filter((cents, day) => cents > (after[day] ?? 0)).length,
    actualCents,
    triedCents,
    actual: { parts: partsOf(daysBefore), lastDay: actual.lastDay },
    tried: { parts: partsOf(daysAfter), lastDay: tried.lastDay },
  };
}
