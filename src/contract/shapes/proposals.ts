import { z } from 'zod/mini';
import { typedName } from '#contract/typed-line.ts';
import { BudgetBasis } from './budgets.ts';
import { Cents, ProposalId, Slug, UnixSeconds } from './common.ts';
import { Tier } from './quote.ts';

/** Action that a proposal asks for: another plan, the spend cap, a spending limit of the organization, or credit. */
export const ProposalAct = z.enum(['plan', 'spend_cap', 'limit', 'top_up']);

export const ProposalParams = z.strictObject({ slug: Slug, proposal_id: ProposalId });

const amountCents = Cents.check(z.minimum(0, 'must be at least 0'), z.maximum(100_000_000_00, 'must be at most 10000000000'));

/**
 * Each action requires certain fields and allows no other fields. `plan` and `spend_cap` require a tier. `limit` requires an amount and a
 * basis. `top_up` requires an amount in whole dollars.
 */
export const ProposalRequest = z.strictObject({
  act: ProposalAct,
  tier: z.optional(Tier),
  amount_cents: z.optional(amountCents),
  basis: z.optional(BudgetBasis),
  /** Reason for the proposal, written by the member or program that made it. */
  reason: typedName(3, 500),
});

/** `monthly_cents` is the change in the estimated cost of a full month, if the resources that run now keep running. */
const priceFields = { due_now_cents: Cents, monthly_cents: z.int() };

export const ProposalPrice = z.strictObject(priceFields);

/** approved: a member still has to complete the action. done: the action was completed. ended: no one decided in time. */
export const ProposalStatus = z.enum(['open', 'approved', 'done', 'refused', 'ended']);

export const Proposal = z.strictObject({
  id: ProposalId,
  act: ProposalAct,
  tier: z.nullable(Tier),
  amount_cents: z.nullable(Cents),
  basis: z.nullable(BudgetBasis),
  reason: z.string(),
  status: ProposalStatus,
  /** Username of the member who asked, or name of the token. */
  asked_by: z.string(),
  is_by_token: z.boolean(),
  asked_at: UnixSeconds,
  ends_at: UnixSeconds,
  /** Price when the proposal was made; null if the reader may not read costs. */
  price: z.nullable(ProposalPrice),
  /** Price that a member approved; null before the approval. */
  approved_price: z.nullable(ProposalPrice),
  /** Username of the member who approved or refused the proposal. Null before the decision, and always null for readers with a token. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(UnixSeconds),
});

/** Current price and effects of a proposal. */
export const ProposalReview = z.strictObject({
  ...priceFields,
  /** Time at which the prices were calculated. The approval must send the same time. */
  priced_at: UnixSeconds,
  /** Forecast of the running cycle's costs, without the proposal. */
  forecast_cents: Cents,
  limits: z.array(z.strictObject({ name: z.string(), amount_cents: Cents, projected_cents: Cents })),
  /** Reason why the action is not possible now; null if it is possible. If there is a reason, the prices are 0. */
  obstacle: z.nullable(z.string()),
});

export const ProposalsQuery = z.strictObject({
  /** If set, the response contains `review` for this proposal. */
  review: z.optional(ProposalId),
});

/** Open and approved proposals first, then all others, newest first. At most 200. A token reads only the proposals that it made. */
export const ProposalList = z.strictObject({
  proposals: z.array(Proposal),
  /** Present only if the query asks for it, and only for an open or approved proposal. */
  review: z.optional(ProposalReview),
});

export const ProposalApproval = z.strictObject({ ...priceFields, priced_at: UnixSeconds });
