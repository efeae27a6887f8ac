import { dollarsFromCents } from '#lib/money.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { notFound } from '#server/platform-error.ts';
import type { Handler } from './handler.ts';
import { furtherProjectDollars } from './views/price-messages.ts';
import { heldUsageView } from './views/held-usage.ts';
import { lineId } from '#server/database/line-format.ts';
import { lineView, cursorAfter, entriesAfter, entryView } from './views/invoice-line.ts';

export const getUpcomingInvoice: Handler<'getUpcomingInvoice'> = async ({ query }, { db, organization, nowSeconds }) => {
  const inputs = await loadBillingInputs(db, organization.id, nowSeconds);
  const { lines, amountTotalCents, amountProjectedCents } = await upcomingBill(inputs, nowSeconds);
  const { cycle } = inputs.running.period;
  return {
    data: {
      subscription_id: inputs.subscription.id,
      currency: 'usd',
      customer_balance: inputs.subscription.balanceCents,
      amount_total: dollarsFromCents(amountTotalCents),
      amount_projected: dollarsFromCents(amountProjectedCents),
      billing_cycle_start: cycle.startSeconds,
      billing_cycle_end: cycle.endSeconds,
      lines: lines.map((line) => lineView(line, query.breakdown_limit)),
      ...(await heldUsageView(db, organization.id)),
      further_project_price: furtherProjectDollars(inputs.running.period.book),
    },
  };
};

const defaultLimit = 100;

export const getUpcomingLineBreakdown: Handler<'getUpcomingLineBreakdown'> = async (
  { params, query },
  { db, organization, nowSeconds },
) => {
  const { lines } = await upcomingBill(await loadBillingInputs(db, organization.id, nowSeconds), nowSeconds);
  const line = lines.find((candidate) => lineId(candidate) === params.line_id);
  if (!line) throw notFound('Line');
  const { cursor, limit = defaultLimit } = query;
  const left = cursor === undefined ? line.breakdown : entriesAfter(line.breakdown, cursor);
  const page = left.slice(0, limit);
  const last = page.at(-1);
  return {
    data: {
      breakdown: page.map((entry) => entryView(line, entry)),
      breakdown_count: line.breakdown.length,
      next_cursor: left.length > page.length && last ? cursorAfter(last) : null,
    },
  };
};
