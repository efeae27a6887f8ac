import { subscriptionsRead } from '#contract/permissions.ts';
import { isoDay } from '#lib/dates/calendar.ts';
import { ratioToNumber } from '#lib/money-ratio.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { summarySteps } from '#server/domain/usage-summary.ts';
import { notFound } from '#server/platform-error.ts';
import { loadUsagePeriod, usageCycles } from '#server/billing/usage/usage-period.ts';
import { dailySteps } from '#server/domain/daily-usage.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { projectBelongs } from '#server/store/projects.ts';
import { loadUsageByHour } from '#server/store/usage/usage-entries.ts';
import type { Handler } from './handler.ts';
import { usageView, inPricedUnits } from './views/usage.ts';

export const getUsage: Handler<'getUsage'> = async ({ query }, { db, may, organization, nowSeconds }) => {
  const { project_ref: projectRef, start, end } = query;
  const range = start !== undefined && end !== undefined ? { startSeconds: start, endSeconds: end } : undefined;
  const { period, labels, usageBillingEnabled } = await loadUsagePeriod(db, organization.id, { nowSeconds, projectRef, range });
  if (projectRef !== undefined && !labels.has(projectRef)) throw notFound('Project');
  const cycles = await usageCycles(db, organization.id);
  const summaries = await runSteps(summarySteps(period, Math.min(nowSeconds, cycleEnd(period.cycle))));
  return {
    data: {
      usage_billing_enabled: usageBillingEnabled,
      cycles: cycles.map(({ startSeconds, endSeconds, planId, isCarried }) => ({
        start: startSeconds,
        end: endSeconds,
        plan: planId,
        carried_over: isCarried,
      })),
      usages: summaries.map((summary) => usageView(summary, labels, may(subscriptionsRead))),
    },
  };
};

export const getDailyUsage: Handler<'getDailyUsage'> = async ({ query }, { db, organization, nowSeconds }) => {
  const projectRef = query.project_ref ?? query.projectRef;
  if (projectRef !== undefined && !(await projectBelongs(db, organization.id, projectRef))) throw notFound('Project');
  const fromSeconds = query.start;
  const untilSeconds = Math.min(query.end, nowSeconds);
  if (untilSeconds <= fromSeconds) return { data: { usages: [] } };
  const entries = await loadUsageByHour(db, { organizationId: organization.id, fromSeconds, untilSeconds, projectRef });
  const days = await runSteps(dailySteps(entries, fromSeconds, untilSeconds));
  return {
    data: {
      usages: days.map(({ dayStartSeconds, metric, usage, breakdown }) => ({
        date: isoDay(dayStartSeconds),
        metric,
        usage: inPricedUnits(metric, usage),
        usage_original: ratioToNumber(usage),
        breakdown,
      })),
    },
  };
};
