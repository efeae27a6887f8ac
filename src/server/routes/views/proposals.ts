import { topUpDollars } from '#contract/limits.ts';
import type { Proposal, Shape } from '#contract/types.ts';
import { CENTS_PER_DOLLAR } from '#lib/money.ts';
import { secondsOf } from '#server/database/database.ts';
import { proposalPriceView, type ProposalTerms } from '#server/payments/proposal-price.ts';
import { statusOf } from '#server/payments/proposals.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { KnownProposal } from '#server/store/proposals.ts';

type Body = Shape<'ProposalRequest'>;

const refuse = (path: string, message: string): never => {
  throw new PlatformError('rule_violated', `${path}: ${message}`, { fields: [{ path: `body.${path}`, message }] });
};

/** Reader of a proposal. A token without `billing:read` may not read prices, and no token may read members. */
export interface ProposalReader {
  readonly seesPrices: boolean;
  readonly isToken: boolean;
}

export function proposalView(proposal: KnownProposal, nowSeconds: number, { seesPrices, isToken }: ProposalReader): Proposal {
  const { row, memberName, tokenName, decidedByName } = proposal;
  const { approvedDueCents, approvedMonthlyCents } = row;
  return {
    id: row.id,
    act: row.act,
    tier: row.tier,
    amount_cents: row.amountCents,
    basis: row.basis,
    reason: row.reason,
    status: statusOf(proposal, nowSeconds),
    asked_by: memberName ?? tokenName ?? '',
    is_by_token: row.tokenId !== null,
    asked_at: secondsOf(row.createdAt),
    ends_at: secondsOf(row.endsAt),
    price: seesPrices ? proposalPriceView(row) : null,
    approved_price:
      seesPrices && approvedDueCents !== null && approvedMonthlyCents !== null
        ? proposalPriceView({ dueCents: approvedDueCents, monthlyCents: approvedMonthlyCents })
        : null,
    decided_by: isToken ? null : decidedByName,
    decided_at: row.decidedAt && secondsOf(row.decidedAt),
  };
}

const planActs: Readonly<Record<string, readonly Body['tier'][]>> = {
  plan: ['tier_free', 'tier_payg', 'tier_team'],
  spend_cap: ['tier_pro', 'tier_payg'],
};

/** @throws {PlatformError} 422 if a field is missing, unexpected for the action, or invalid */
export function proposalTerms({ act, tier, amount_cents: amountCents, basis }: Body): ProposalTerms {
  const needs = { tier: act === 'plan' || act === 'spend_cap', amount_cents: act === 'limit' || act === 'top_up', basis: act === 'limit' };
  const fields = { tier, amount_cents: amountCents, basis };
  for (const [name, isNeeded] of Object.entries(needs) as [keyof typeof needs, boolean][]) {
    if (isNeeded && fields[name] === undefined) refuse(name, `is required for ${act}`);
    if (!isNeeded && fields[name] !== undefined) refuse(name, `is no field of ${act}`);
  }
  const tiers = planActs[act];
  if (tiers && !tiers.includes(tier)) refuse('tier', `must be one of ${tiers.join(', ')}`);
  if (act === 'top_up') {
    const { least, most } = topUpDollars;
    const dollars = (amountCents ?? 0) / CENTS_PER_DOLLAR;
    if (!Number.isInteger(dollars) || dollars < least || dollars > most)
      refuse('amount_cents', `must be whole dollars from ${least} to ${most}`);
  }
  return { act, tier: tier ?? null, amountCents: amountCents ?? null, basis: basis ?? null };
}
