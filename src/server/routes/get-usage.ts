import { cycleEnd } from '#server/domain/periods.ts';
import { summarizeUsage } from '#server/domain/usage-summary.ts';
import { notFound } from '#server/http/platform-error.ts';
import { loadUsagePeriod } from '#server/store/usage-period.ts';
import type { Handler } from './handler.ts';
import { usageView } from './views/usage.ts';

const readBilling = { action: 'billing:Read', resource: 'stripe.subscriptions' } as const;

export const getUsage: Handler<'getUsage'> = async ({ query }, { db, may, organization, nowSeconds }) => {
  const { project_ref: projectRef, start, end } = query;
  const range = start !== undefined && end !== undefined ? { startSeconds: start, endSeconds: end } : undefined;
  const { period, labels, usageBillingEnabled } = await loadUsagePeriod(db, organization.id, { nowSeconds, projectRef, range });
  if (projectRef !== undefined && !labels.has(projectRef)) throw notFound('Project');
  const summaries = summarizeUsage(period, Math.min(nowSeconds, cycleEnd(period.cycle)));
  return {
    data: {
      usage_billing_enabled: usageBillingEnabled,
      usages: summaries.map((summary) => usageView(summary, labels, may(readBilling))),
    },
  };
};
