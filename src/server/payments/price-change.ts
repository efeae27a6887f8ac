import type { Tier } from '#contract/types.ts';
import { sumCents } from '#lib/money.ts';
import { DomainError } from '#server/domain/errors.ts';
import { changeDirection, planOfTier } from '#server/domain/plans.ts';
import { quoteSteps, waitsForCycleEnd, type Account, type ChangeQuote, type ChangeTarget } from '#server/domain/quote.ts';
import { accountOf } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputsBefore } from '#server/billing/periods/billing-inputs.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { requirePricesAhead } from '#server/billing/price-books/prices-ahead.ts';
import { termsOfPeriodFrom } from '#server/billing/periods/period-terms.ts';
import { paysByCard } from '#server/billing/invoices/settle-lines.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import type { QuoteRow } from '#server/store/quotes.ts';
import { laterBy } from './context.ts';
import { newId } from './ids.ts';
import { feePaymentOf } from '#server/store/fee-payments.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { sourceOfInvoice } from '#server/store/ledger.ts';
import { uncoveredDisputes } from '#server/store/refunds.ts';

export interface PricedChange {
  readonly tier: Tier;
  readonly atSeconds: number;
  readonly quote: ChangeQuote;
  readonly target: ChangeTarget;
  readonly account: Account;
  readonly inputs: BillingInputs;
  readonly totalCents: number;
  /** In cents; zero if the amount is too small to collect. */
  readonly chargeCents: number;
  /** Cents due on the invoice that the change issues for the usage so far. */
  readonly usageDueCents: number;
}

/**
 * Includes the usage before `atSeconds`.
 * @throws {DomainError} `same_tier`, `outside_cycle`, or `price_by_contract`
 */
export async function priceChange(db: Database, organizationId: number, tier: Tier, atSeconds: number): Promise<PricedChange> {
  const inputs = await loadBillingInputsBefore(db, organizationId, atSeconds);
  const { subscription } = inputs;
  const account = { ...(await accountOf(inputs)), ...(await collectedOf(db, organizationId, inputs)) };
  const { planId, spendCapOn } = planOfTier(tier);
  const direction = changeDirection(subscription.plan, planId);
  const atCycleEnd = direction !== undefined && waitsForCycleEnd(subscription.billingPartner ?? undefined, direction);
  const { row, period } = inputs.running;
  const fromSeconds = atCycleEnd ? period.cycle.endSeconds : atSeconds;
  const change = { planId, usageBillingEnabled: !spendCapOn };
  const { contract, book, discounts } = await termsOfPeriodFrom(db, subscription, row, fromSeconds, change);
  const target: ChangeTarget = { tier, book, contract: contract ?? undefined, discounts, atCycleEnd };
  const quote = await runSteps(quoteSteps(account, target, atSeconds));
  if (quote.kind === 'plan_change') await requirePricesAhead(db, organizationId, { fromSeconds, field: 'tier' }, { plans: [planId] });
  const charge = quote.kind === 'plan_change' ? quote.charge : null;
  return {
    tier,
    atSeconds,
    quote,
    target,
    account,
    inputs,
    totalCents: charge?.totalCents ?? 0,
    chargeCents: charge?.dueCents ?? 0,
    usageDueCents: quote.usageSoFar.settlement?.dueCents ?? 0,
  };
}

export const isPaidByCard = ({ chargeCents, inputs }: PricedChange): boolean => chargeCents > 0 && paysByCard(inputs.subscription);

/** Returns how the running period's fee was paid, and the disputed amounts of other payments. */
async function collectedOf(
  db: Database,
  organizationId: number,
  { subscription, running }: BillingInputs,
): Promise<Pick<Account, 'feePayment' | 'disputedElsewhereCents'>> {
  const { feeInvoiceId } = running.row;
  const disputes = await uncoveredDisputes(db, organizationId, { except: feeInvoiceId === null ? null : sourceOfInvoice(feeInvoiceId) });
  return {
    feePayment: feeInvoiceId === null ? null : await feePaymentOf(db, organizationId, feeInvoiceId, subscription.balanceCents),
    disputedElsewhereCents: sumCents(disputes.map(({ amountCents, heldCents }) => amountCents - heldCents)),
  };
}

/** True if the instant is outside the running cycle: the cycle has ended, or a change has started a new one. */
export const isOutsideCycle = (error: unknown): boolean => error instanceof DomainError && error.code === 'outside_cycle';

/** Time in ms to pass a challenge or choose another card. Shorter than the day for which the gateway stores an idempotency key. */
const payLifeMs = 23 * 3_600_000;

export function changeRow(
  { tier, atSeconds, quote: { kind, ...quote }, chargeCents, inputs }: PricedChange,
  { id: quoteId }: QuoteRow,
  about: { organizationId: number; memberId: number | null; now: Date; awaitsSetup: boolean },
) {
  const charge = 'charge' in quote ? quote.charge : null;
  return {
    id: newId('chg'),
    organizationId: about.organizationId,
    memberId: about.memberId,
    quoteId,
    kind,
    tier,
    fromPlan: inputs.subscription.plan,
    fromUsageBilling: inputs.subscription.usageBillingEnabled,
    fromInvoiceId: charge ? inputs.running.row.feeInvoiceId : null,
    effectiveAt: instantOf(atSeconds),
    expiresAt: payUntil(quote, inputs, about),
    planPriceCents: charge?.planPriceCents ?? 0,
    unusedCents: charge?.unusedCents ?? 0,
    balanceAppliedCents: charge?.balanceAppliedCents ?? 0,
    chargeCents,
    createdAt: about.now,
  };
}

/**
 * Returns the deadline to pay a change or to set up its card. The deadline of a downgrade or a card setup is not later than the end of the
 * priced cycle.
 */
function payUntil(
  quote: Omit<ChangeQuote, 'kind'>,
  { running }: BillingInputs,
  { now, awaitsSetup }: { now: Date; awaitsSetup: boolean },
): Date {
  const end = laterBy(now, payLifeMs);
  const cycleEnd = instantOf(running.period.cycle.endSeconds);
  const endsWithCycle = awaitsSetup || ('direction' in quote && quote.direction === 'downgrade');
  return endsWithCycle && cycleEnd < end ? cycleEnd : end;
}
