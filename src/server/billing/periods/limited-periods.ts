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

/** What the invoice of the running period holds beside its usage: the fee, and usage of periods before it. */
export function* fixedCentsOf(inputs: BillingInputs): Steps<number> {
  const renewal = renewalAt(inputs.subscription, inputs.running.row);
  const fee = renewal ? [planLine(renewal)] : [];
  const before = yield* carriedUsage(inputs);
  return sumCents([...fee, ...before].map(({ amountCents }) => amountCents));
}

/** A closed period with single records in the place of totals of what the spend cap covers. */
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

/** A period under limits before an instant; usage is read more finely only where a limit leaves something uncharged. */
export async function limitPeriod(
  db: Database,
  loaded: LoadedPeriod,
  fixedCents: number,
  untilSeconds: number,
  isExact = false,
): Promise<LoadedPeriod> {
  const { limitChanges: limits, organizationId } = loaded.row;
  if (limits.length === 0 || loaded.priced) return loaded;
  const terms: LimitedPeriod = { period: loaded.period, limits, fixedCents };
  const limited: LimitedPeriod = { ...terms, others: await runSteps(otherLinesCents(terms, untilSeconds)) };
  const isExceeded = await runSteps(exceedsLimits(limited, untilSeconds));
  const { period, ...outcome } = isExceeded
    ? await limitOutcome(db, organizationId, limited, untilSeconds, { isExact })
    : await runSteps(limitSteps(limited, untilSeconds));
  return { ...loaded, period, limit: { ...outcome, limits, fixedCents } };
}
