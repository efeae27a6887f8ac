import type { Tier } from '#contract/types.ts';
import { DomainError } from '#server/domain/errors.ts';
import { changeDirection, planOfTier } from '#server/domain/plans.ts';
import { quoteChange, waitsForCycleEnd, type Account, type ChangeQuote, type ChangeTarget } from '#server/domain/quote.ts';
import { accountOf, loadBillingInputsBefore, type BillingInputs } from '#server/store/billing-inputs.ts';
import type { Database } from '#server/store/database.ts';

export interface PricedChange {
  readonly tier: Tier;
  readonly quote: ChangeQuote;
  readonly target: ChangeTarget;
  readonly account: Account;
  readonly inputs: BillingInputs;
  /** What is charged for the change itself. */
  readonly chargeCents: number;
  /** What an invoice of usage at the change will leave to pay. */
  readonly usageDueCents: number;
}

/**
 * What a change costs at an instant, by all that is known now of the organization until then.
 * @throws {DomainError} `same_tier`, `outside_cycle`, or `price_by_contract`
 */
export async function priceChange(db: Database, organizationId: number, tier: Tier, atSeconds: number): Promise<PricedChange> {
  const inputs = await loadBillingInputsBefore(db, organizationId, atSeconds);
  const account = accountOf(inputs);
  const { subscription } = inputs;
  const direction = changeDirection(subscription.plan, planOfTier(tier).planId);
  const target: ChangeTarget = {
    tier,
    contract: subscription.contract ?? undefined,
    atCycleEnd: direction !== undefined && waitsForCycleEnd(subscription.billingPartner ?? undefined, direction),
  };
  const quote = quoteChange(account, target, atSeconds);
  return {
    tier,
    quote,
    target,
    account,
    inputs,
    chargeCents: quote.kind === 'plan_change' ? (quote.charge?.totalCents ?? 0) : 0,
    usageDueCents: quote.usageSoFar.settlement?.dueCents ?? 0,
  };
}

/** True where the running cycle no longer holds the instant: it has ended, or another change began a new one. */
export const isOutsideCycle = (error: unknown): boolean => error instanceof DomainError && error.code === 'outside_cycle';
