import { runSteps } from '#server/database/in-pages.ts';
import { estimateSteps, type EstimateTerms, type MonthlyEstimate } from '#server/domain/quote.ts';
import type { PricedChange } from './price-change.ts';

interface Estimate extends MonthlyEstimate {
  readonly terms: EstimateTerms;
  readonly planFeeCents: number;
}

const nothing = (terms: EstimateTerms): Estimate => ({ terms, lines: [], planFeeCents: 0, totalCents: 0 });

export async function estimateAfter({ quote, target, inputs }: PricedChange): Promise<Estimate> {
  const { period } = inputs.running;
  const { planId, spendCapOn } = quote;
  // A spend cap change does not start a new cycle, so the terms of the running cycle apply.
  const { book, contract, discounts } = quote.kind === 'plan_change' ? target : period;
  const terms = { planId, book, spendCapOn, contract, discounts, mfaPhoneEnabledAt: period.mfaPhoneEnabledAt };
  if (planId === 'free') return nothing(terms);
  const cycle = quote.kind === 'plan_change' ? quote.cycle : period.cycle;
  return { terms, ...(await runSteps(estimateSteps(terms, period.running ?? [], cycle))) };
}

export async function estimateBefore({ inputs }: PricedChange): Promise<Estimate> {
  const { subscription, running } = inputs;
  const { planId, book, contract, discounts, mfaPhoneEnabledAt, cycle } = running.period;
  const terms = { planId, book, spendCapOn: !subscription.usageBillingEnabled, contract, discounts, mfaPhoneEnabledAt };
  if (planId === 'free') return nothing(terms);
  return { terms, ...(await runSteps(estimateSteps(terms, running.period.running ?? [], cycle))) };
}
