import type { Shape } from '#contract/types.ts';
import { loadSpend } from '#server/billing/budgets/budget-spend.ts';
import type { Database } from '#server/database/database.ts';
import { changeRefusal } from '#server/domain/change-rules.ts';
import { DomainError } from '#server/domain/errors.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { budgetsOf } from '#server/store/budgets.ts';
import { changeFacts } from '#server/store/change-facts.ts';
import type { ProposalRow } from '#server/store/proposals.ts';
import { estimateAfter, estimateBefore } from './monthly-estimate.ts';
import { isOutsideCycle, priceChange } from './price-change.ts';
import { dueNowOf, pricingFailure } from './quotes.ts';

export type ProposalTerms = Pick<ProposalRow, 'act' | 'tier' | 'amountCents' | 'basis'>;

export interface ProposalPrice {
  readonly dueCents: number;
  readonly monthlyCents: number;
}

export const proposalPriceView = ({ dueCents, monthlyCents }: ProposalPrice): Shape<'ProposalPrice'> => ({
  due_now_cents: dueCents,
  monthly_cents: monthlyCents,
});

async function priceProposal(
  db: Database,
  organizationId: number,
  { act, tier, amountCents }: ProposalTerms,
  atSeconds: number,
): Promise<ProposalPrice> {
  if (tier === null) return { dueCents: act === 'top_up' ? (amountCents ?? 0) : 0, monthlyCents: 0 };
  const priced = await priceChange(db, organizationId, tier, atSeconds);
  const monthlyCents = (await estimateAfter(priced)).totalCents - (await estimateBefore(priced)).totalCents;
  return { dueCents: dueNowOf(priced), monthlyCents };
}

async function obstacleOf(db: Database, organizationId: number, { act, tier }: ProposalTerms): Promise<string | null> {
  if (tier === null) return null;
  const facts = await changeFacts(db, organizationId);
  if (act === 'plan' && planOfTier(tier).planId === facts.plan) return 'This organization has this plan already';
  if (act === 'spend_cap' && facts.plan !== 'pro') return 'Only the Pro Plan has a spend cap';
  return changeRefusal(facts, tier) ?? null;
}

export async function priceOrObstacle(
  db: Database,
  organizationId: number,
  terms: ProposalTerms,
  atSeconds: number,
): Promise<{ readonly price: ProposalPrice } | { readonly obstacle: string }> {
  const obstacle = await obstacleOf(db, organizationId, terms);
  if (obstacle !== null) return { obstacle };
  try {
    return { price: await priceProposal(db, organizationId, terms, atSeconds) };
  } catch (error) {
    if (!(error instanceof DomainError) || isOutsideCycle(error)) throw pricingFailure(error);
    return { obstacle: error.message };
  }
}

export async function reviewProposal(
  db: Database,
  organizationId: number,
  terms: ProposalTerms,
  nowSeconds: number,
): Promise<Shape<'ProposalReview'>> {
  const outcome = await priceOrObstacle(db, organizationId, terms, nowSeconds);
  const limits = (await budgetsOf(db, organizationId)).filter(({ atLimit }) => atLimit === 'stop');
  const { spendOf } = await loadSpend(db, organizationId, nowSeconds, true);
  return {
    ...proposalPriceView('price' in outcome ? outcome.price : { dueCents: 0, monthlyCents: 0 }),
    priced_at: nowSeconds,
    forecast_cents: spendOf({ scope: 'organization', basis: 'bill' }).projectedCents,
    limits: limits.map((limit) => ({ name: limit.name, amount_cents: limit.amountCents, projected_cents: spendOf(limit).projectedCents })),
    obstacle: 'obstacle' in outcome ? outcome.obstacle : null,
  };
}
