import type { Shape } from '#contract/types.ts';
import { sumCents } from '#lib/money.ts';
import { metricOfScope, projectOfScope, reachedThresholds } from '#server/domain/budget/budget.ts';
import { reachedAtSteps } from '#server/domain/budget/forecast.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import { type ReplayedPeriod, replayPeriod, type ReplayTerms } from '#server/domain/budget/limit-replay.ts';
import { partKey } from '#server/domain/budget/limit-scopes.ts';
import { limitOutcome } from '#server/billing/limits/limit-buckets.ts';
import { METRIC_RULES } from '#server/domain/metrics.ts';
import { coveredAllowance, limitCountsFrom, lowestLimits, withLimitChange } from '#server/domain/budget/spending-limit.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { billedSubscription, closedPeriods } from '#server/store/billing-periods.ts';
import type { BudgetTerms } from '#server/store/budgets.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { loadSpend, type SpendFacts } from './budget-spend.ts';
import { windowStart } from '#server/billing/periods/limit-window.ts';
import { withRecords } from '#server/billing/periods/limited-periods.ts';

type Preview = Shape<'BudgetPreview'>;

const replayedPeriods = 6;

type Replay = ReplayedPeriod & { window: number | null; endSeconds: number };

const sumOf = (periods: readonly Replay[]) => ({
  less_cents: sumCents(periods.map(({ lessCents }) => lessCents)),
  limited_days: periods.reduce((days, { limitedDays }) => days + limitedDays, 0),
});

/** Sums the charges of earlier replayed periods in the same cycle, because a plan change splits a cycle into periods. */
const earlierIn = (window: number | null, replayed: readonly Replay[], cents: 'actualCents' | 'triedCents'): number =>
  sumCents(replayed.flatMap((earlier) => (earlier.window === window ? [earlier[cents]] : [])));

/**
 * Sums the charges of earlier periods per `partKey`. A cycle limit uses the periods of the same cycle. A daily limit uses the charges of
 * the UTC day on which the previous period ended.
 */
function earlierPartsIn(
  window: number | null,
  startSeconds: number,
  replayed: readonly Replay[],
  run: 'actual' | 'tried',
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const earlier of replayed) {
    const { parts, lastDay } = earlier[run];
    if (earlier.endSeconds === startSeconds) for (const [metric, cents] of lastDay) sums.set(`metric:${metric} day`, cents);
    if (earlier.window !== window) continue;
    for (const [scope, cents] of parts) sums.set(`${scope} cycle`, (sums.get(`${scope} cycle`) ?? 0) + cents);
  }
  return sums;
}

async function replayLast(db: Database, organizationId: number, terms: BudgetTerms): Promise<Preview['replay']> {
  const subscription = await billedSubscription(db, organizationId);
  const rows = (await closedPeriods(db, organizationId, replayedPeriods)).toReversed();
  const tried = terms.atLimit === 'stop' ? lowestLimits([terms]) : null;
  const [limited, capped]: [Replay[], Replay[]] = [[], []];
  for (const row of rows) {
    const untilSeconds = secondsOf(row.closedAt ?? row.endsAt);
    const bare = { ...row, pricedLines: null, limitChanges: [] };
    const { running } = await loadPeriods(db, subscription, { open: [bare], late: [] }, { organizationId, untilSeconds });
    const period = await withRecords(db, { row, period: { ...running.period, running: [] } });
    // Older rows have no stored fixed costs, so the plan fee is used instead.
    const fixedCents = row.limitFixedCents ?? row.feeChargedCents;
    const window = windowStart(row);
    const replay = async (trial: ReplayTerms, replayed: Replay[]) => {
      const startSeconds = secondsOf(row.startsAt);
      const chargesOf = (run: 'actual' | 'tried') => ({
        earlierCents: earlierIn(window, replayed, `${run}Cents`),
        earlierParts: earlierPartsIn(window, startSeconds, replayed, run),
      });
      const terms = { period, limits: row.limitChanges, fixedCents, ...chargesOf('actual') };
      replayed.push({ ...(await runSteps(replayPeriod(terms, trial, chargesOf('tried')))), window, endSeconds: untilSeconds });
    };
    if (tried) await replay(tried, limited);
    await replay('spend_cap', capped);
  }
  return { cycles: new Set(rows.map(windowStart)).size, limit: tried && sumOf(limited), spend_cap: sumOf(capped) };
}

/** Returns two amounts in cents: the charges so far that count for a limit, and the highest charges that the limit allows. */
async function chargedUnder(
  terms: BudgetTerms,
  { limited, spentOf }: SpendFacts,
  nowSeconds: number,
): Promise<{ chargedCents: number; allowanceCents: number }> {
  if (terms.scope !== 'organization') return { chargedCents: spentOf(terms), allowanceCents: terms.amountCents };
  const outcome = await runSteps(limitSteps(limited, nowSeconds));
  const { earlierCents } = limited;
  const allowanceCents = coveredAllowance(lowestLimits([terms]), outcome.othersCents, earlierCents);
  return { chargedCents: earlierCents + outcome.chargedCents, allowanceCents: earlierCents + allowanceCents };
}

/** Returns a metric name without compute size or number of days, so that a list of all metrics stays short. */
const familyOf = (name: string): string => name.replace(/^.+ (?=Compute$)/, '').replace(/ \(\d+ days\)$/, '');

/** Returns the effect of a limit on future charges. Returns null for a budget that only alerts. */
async function stopOf(terms: BudgetTerms, spend: SpendFacts, nowSeconds: number): Promise<Preview['stop']> {
  if (terms.atLimit !== 'stop') return null;
  const { inputs, limited } = spend;
  const { covered } = limited.period.book;
  const { chargedCents, allowanceCents } = await chargedUnder(terms, spend, nowSeconds);
  const ofMetric = metricOfScope(terms.scope);
  const names = (isCovered: boolean): string[] => {
    const found = METRIC_RULES.filter(({ metric }) => (ofMetric === null || metric === ofMetric) && covered.has(metric) === isCovered);
    return [...new Set(found.map(({ name }) => (ofMetric === null ? familyOf(name) : name)))];
  };
  return {
    is_active: inputs.subscription.usageBillingEnabled,
    allowance_cents: allowanceCents,
    charged_cents: chargedCents,
    stops_now: inputs.subscription.usageBillingEnabled && chargedCents >= allowanceCents,
    covers: names(true),
    cannot_cover: names(false),
  };
}

/** Measures the spend of the current UTC day for a daily limit. The limit may not be in force yet. */
async function withDay(
  db: Database,
  organizationId: number,
  { scope, window }: BudgetTerms,
  spend: SpendFacts,
  nowSeconds: number,
): Promise<SpendFacts> {
  if (window !== 'day' || scope === 'organization') return spend;
  const { limited } = spend;
  const untilSeconds = Math.min(nowSeconds + 1, limited.period.cycle.endSeconds);
  // Measures with a limit that is never reached, because any lower limit would change the charges.
  const measure = { scope, window, amountCents: Number.MAX_SAFE_INTEGER };
  const changes = [{ atSeconds: limited.period.cycle.startSeconds, bill: null, overage: null }, ...limited.limits];
  const limits = changes.map(({ parts = [], ...change }) => ({
    ...change,
    parts: parts.some((part) => partKey(part) === partKey(measure)) ? parts : [...parts, measure],
  }));
  const period = { ...limited.period, stops: [], partStops: undefined };
  const { parts } = await limitOutcome(db, organizationId, { ...limited, period, limits }, untilSeconds, { isExact: false });
  const cents = parts.find((part) => partKey(part) === partKey(measure))?.spentCents ?? 0;
  return { ...spend, spentOf: () => cents, spendOf: () => ({ actualCents: cents, projectedCents: cents }) };
}

export async function previewBudget(db: Database, organizationId: number, terms: BudgetTerms, nowSeconds: number): Promise<Preview> {
  const spend = await withDay(
    db,
    organizationId,
    terms,
    await loadSpend(db, organizationId, nowSeconds, projectOfScope(terms.scope) === null),
    nowSeconds,
  );
  const { actualCents, projectedCents } = spend.spendOf(terms);
  const limits =
    terms.atLimit === 'stop'
      ? withLimitChange(spend.limited.limits, limitCountsFrom(nowSeconds), lowestLimits([terms]))
      : spend.limited.limits;
  const reachedAt =
    actualCents >= terms.amountCents
      ? nowSeconds
      : await runSteps(reachedAtSteps({ ...spend.limited, limits }, terms, terms.amountCents, nowSeconds));
  return {
    spent_cents: actualCents,
    projected_cents: projectedCents,
    reached: reachedThresholds(terms, { actualCents, projectedCents }).map(({ percent, on }) => ({ percent, on })),
    reached_at: reachedAt,
    stop: await stopOf(terms, spend, nowSeconds),
    replay: await replayLast(db, organizationId, terms),
  };
}
