import { dollarsFromCents } from '#lib/money.ts';
import { loadBillingInputs, upcomingBill } from '#server/store/billing-inputs.ts';
import type { Handler } from './handler.ts';
import { lineView } from './views/invoice-line.ts';

export const getUpcomingInvoice: Handler<'getUpcomingInvoice'> = async ({ query }, { db, organization, nowSeconds }) => {
  const inputs = await loadBillingInputs(db, organization.id, nowSeconds);
  const { lines, amountTotalCents, amountProjectedCents } = upcomingBill(inputs, nowSeconds);
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
    },
  };
};
