import { stepSeconds } from '#lib/dates/calendar.ts';
import { sumCents } from '#lib/money.ts';
import { costSteps } from '#server/domain/budget/cost-by-day.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import type { LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { Cycle } from '#server/domain/periods.ts';
import type { Database } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { loadUsageByHour } from '#server/store/usage/usage-entries.ts';
import { forecastSpend, loadSpent, type SpendForecast } from './budget-spend.ts';
import { limitOutcome } from '#server/billing/limits/limit-buckets.ts';

export const limitLookback = 12;

interface Spend {
  readonly days: readonly { readonly dayStartSeconds: number; readonly amountCents: number }[];
  /** Costs per project, highest first. The entry with `ref` null contains costs outside projects. */
  readonly projects: readonly { readonly ref: string | null; readonly name: string | null; readonly amountCents: number }[];
  readonly fixedCents: number;
  readonly cycle: Cycle;
  readonly forecast: SpendForecast;
}

/** Loads the period with hourly usage, because costs per day need the times of usage. */
async function unstopped(db: Database, organizationId: number, limited: LimitedPeriod, untilSeconds: number) {
  const { startSeconds } = limited.period.cycle;
  const entries = await loadUsageByHour(db, { organizationId, fromSeconds: startSeconds, untilSeconds });
  return (await runSteps(limitSteps({ ...limited, period: { ...limited.period, entries } }, untilSeconds))).period;
}

const byDay = { isExact: false, widthSeconds: stepSeconds({ days: 1 }) };

export async function readSpend(db: Database, organizationId: number, nowSeconds: number): Promise<Spend> {
  const spent = await loadSpent(db, organizationId, nowSeconds, false);
  const { inputs, limited } = spent;
  const { running, labels } = inputs;
  const { cycle } = running.period;
  const untilSeconds = Math.min(nowSeconds + 1, cycle.endSeconds);
  const { stops = [], partStops } = running.period;
  const isStopped = stops.length > 0 || partStops !== undefined;
  const bare = { ...running.period, stops: [], partStops: undefined };
  const period = isStopped
    ? (await limitOutcome(db, organizationId, { ...limited, period: bare }, untilSeconds, byDay)).period
    : await unstopped(db, organizationId, { ...limited, period: bare }, untilSeconds);
  const days = await runSteps(costSteps(period, untilSeconds));
  const byProject = new Map<string | null, number>();
  for (const { projectRef, amountCents } of days.flatMap(({ parts }) => parts))
    byProject.set(projectRef, (byProject.get(projectRef) ?? 0) + amountCents);
  const projects = [...byProject].map(([ref, amountCents]) => ({
    ref,
    name: ref === null ? null : (labels.get(ref)?.name ?? ref),
    amountCents,
  }));
  return {
    days: days.map(({ dayStartSeconds, parts }) => ({
      dayStartSeconds,
      amountCents: sumCents(parts.map(({ amountCents }) => amountCents)),
    })),
    projects: projects.sort((a, b) => b.amountCents - a.amountCents),
    fixedCents: limited.fixedCents,
    cycle,
    forecast: await forecastSpend(db, spent, nowSeconds),
  };
}
