import { ratioToNumber } from '#lib/money-ratio.ts';
import { dailyUsage } from '#server/domain/daily-usage.ts';
import { notFound } from '#server/http/platform-error.ts';
import { projectBelongs } from '#server/store/projects.ts';
import { loadUsageByHour } from '#server/store/usage-entries.ts';
import type { Handler } from './handler.ts';
import { inPricedUnits } from './views/usage.ts';

const daySeconds = 86_400;

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const getDailyUsage: Handler<'getDailyUsage'> = async ({ query }, { db, organization, nowSeconds }) => {
  const projectRef = query.project_ref ?? query.projectRef;
  if (projectRef !== undefined && !(await projectBelongs(db, organization.id, projectRef))) throw notFound('Project');
  const fromSeconds = Math.floor(query.start / daySeconds) * daySeconds;
  const untilSeconds = Math.min(query.end, nowSeconds);
  if (untilSeconds <= fromSeconds) return { data: { usages: [] } };
  const entries = await loadUsageByHour(db, { organizationId: organization.id, fromSeconds, untilSeconds, projectRef });
  return {
    data: {
      usages: dailyUsage(entries, fromSeconds, untilSeconds).map(({ dayStartSeconds, metric, usage, breakdown }) => ({
        date: isoDay(dayStartSeconds),
        metric,
        usage: inPricedUnits(metric, usage),
        usage_original: ratioToNumber(usage),
        breakdown,
      })),
    },
  };
};
