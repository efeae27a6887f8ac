import { sumCents } from '#lib/money.ts';
import { costSteps } from '#server/domain/budget/cost-by-day.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import type { Cycle } from '#server/domain/periods.ts';
import type { Database } from '#server/database/database.ts';
import { inTurns } from '#server/database/in-pages.ts';
import { loadUsageByHour } from '#server/store/usage/usage-entries.ts';
import { loadSpend, type SpendFacts } from './budget-spend.ts';
import { withRecords } from './limited-periods.ts';

/** How many invoices are looked back at. */
export const limitLookback = 12;

interface Spend {
  readonly days: readonly { readonly dayStartSeconds: number; readonly amountCents: number }[];
  /** Highest first; null is what belongs to no project. */
  readonly projects: readonly { readonly ref: string | null; readonly name: string | null; readonly amountCents: number }[];
  readonly fixedCents: number;
  readonly cycle: Cycle;
  readonly forecast: SpendFacts['forecast'];
}

/** What the running cycle costs, by day and by project, and what it is expected to come to. */
export async function readSpend(db: Database, organizationId: number, nowSeconds: number): Promise<Spend> {
  const { inputs, limited, forecast } = await loadSpend(db, organizationId, nowSeconds);
  const { running, labels } = inputs;
  const { cycle } = running.period;
  const untilSeconds = Math.min(nowSeconds + 1, cycle.endSeconds);
  const isStopped = (running.period.stops ?? []).length > 0;
  // Days need the times of counts: by the hour, or one by one where a limit goes by their order.
  const bare = { ...running.period, stops: [] };
  const entries = isStopped
    ? (await withRecords(db, { row: running.row, period: bare }, untilSeconds)).entries
    : await loadUsageByHour(db, { organizationId, fromSeconds: cycle.startSeconds, untilSeconds: nowSeconds + 1 });
  const { period } = await inTurns(limitSteps({ ...limited, period: { ...bare, entries: [...entries] } }, untilSeconds));
  const days = await inTurns(costSteps(period, untilSeconds));
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
    forecast,
  };
}
