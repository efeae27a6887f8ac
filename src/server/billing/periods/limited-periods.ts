import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { planLine } from '#server/domain/invoice.ts';
import { exceedsLimits, limitSteps } from '#server/domain/budget/limit-search.ts';
import { isInstantMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { type LimitedPeriod, otherLinesCents } from '#server/domain/budget/spending-limit.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadRecords } from '#server/store/usage/usage-entries.ts';
import { carriedUsage } from './billed-usage.ts';
import { limitOutcome } from '#server/billing/limits/limit-buckets.ts';
import type { BillingInputs, LoadedPeriod } from './loaded-periods.ts';
import { renewalAt } from './renewal.ts';

/** Returns the fixed costs of the running period's invoice in cents: the plan fee, and usage of earlier periods. */
export function* fixedCentsOf(inputs: BillingInputs): Steps<number> {
  const renewal = renewalAt(inputs.subscription, inputs.running.row);
  const fee = renewal ? [planLine(renewal)] : [];
  const before = yield* carriedUsage(inputs);
  return sumCents([...fee, ...before].map(({ amountCents }) => amountCents));
}

export async function withRecords(db: Database, { row, period }: Pick<LoadedPeriod, 'row' | 'period'>): Promise<LoadedPeriod['period']> {
  const { book, cycle } = period;
  const records = await loadRecords(db, {
    organizationId: row.organizationId,
    fromSeconds: cycle.startSeconds,
    untilSeconds: cycleEnd(cycle),
    metrics: [...book.covered].filter(isInstantMetric),
  });
  return {
    ...period,
    entries: [...period.entries.filter(({ metric }) => !book.covered.has(metric) || !isInstantMetric(metric)), ...records],
  };
}

/** Reads usage in more detail only if a limit leaves usage uncharged. */
export async function limitPeriod(
  db: Database,
  loaded: LoadedPeriod,
  { fixedCents, earlierCents, earlierParts }: Pick<LimitedPeriod, 'fixedCents' | 'earlierCents' | 'earlierParts'>,
  untilSeconds: number,
  isExact = false,
): Promise<LoadedPeriod> {
  const { limitChanges: limits, organizationId } = loaded.row;
  if (limits.length === 0 || loaded.priced) return loaded;
  const charges = { fixedCents, earlierCents, earlierParts };
  const terms: LimitedPeriod = { period: loaded.period, limits, ...charges };
  const limited: LimitedPeriod = { ...terms, others: await runSteps(otherLinesCents(terms, untilSeconds)) };
  const isExceeded = await runSteps(exceedsLimits(limited, untilSeconds));
  const { period, ...outcome } = isExceeded
    ? await limitOutcome(db, organizationId, limited, untilSeconds, { isExact })
    : await runSteps(limitSteps(limited, untilSeconds));
  return { ...loaded, period, limit: { ...outcome, limits, ...charges } };
}
