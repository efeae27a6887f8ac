import type { Preview, Shape, Tier } from '#contract/types.ts';
import { dollarsFromCents, dollarsFromMicrocents } from '#lib/money.ts';
import { ratioToNumber } from '#lib/money-ratio.ts';
import { planNames } from '#lib/plan-names.ts';
import { changeRefusal } from '#server/domain/change-rules.ts';
import { DomainError } from '#server/domain/errors.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { changeDirection, planOfTier, type PlanId } from '#server/domain/plans.ts';
import type { ChangeQuote, EstimateTerms } from '#server/domain/quote.ts';
import { unitPriceDescription } from '#server/domain/unit-prices.ts';
import { invalidRequest } from '#server/platform-error.ts';
import type { Database } from '#server/database/database.ts';
import { findInvoice } from '#server/store/invoices/invoices.ts';
import { changeFacts, type ProjectFacts } from '#server/store/change-facts.ts';
import { checkBillingDetails } from './billing-details.ts';
import type { PaymentContext, Requester } from './context.ts';
import { estimateAfter } from './monthly-estimate.ts';
import { isOutsideCycle, type PricedChange } from './price-change.ts';
import { approvedQuote } from './proposals.ts';
import { priceNow, pricingFailure, quoteView } from './quotes.ts';
import { countAgainst } from './guards.ts';

type EstimateLine = Preview['breakdown'][number];

/** @throws {PlatformError} 400 if the change is not possible; 409 while a cycle is being closed */
export async function previewChange(payments: PaymentContext, by: Requester, body: Shape<'PreviewRequest'>): Promise<Preview> {
  const { organizationId } = by;
  await countAgainst(payments, 'preview', by);
  await checkBillingDetails(payments, organizationId, { address: body.address, tax_id: body.tax_id });
  const facts = await changeFacts(payments.db, organizationId);
  const refusal = changeRefusal(facts, body.tier);
  if (refusal) throw invalidRequest([{ path: 'body.tier', message: refusal }]);
  const nowSeconds = payments.clock.nowSeconds();
  const { proposal_id: proposalId } = body;
  const pricing =
    proposalId === undefined
      ? priceNow(payments.db, organizationId, body.tier, nowSeconds)
      : approvedQuote(payments.db, { organizationId, id: proposalId }, body.tier, nowSeconds);
  const { priced, quote } = await pricing.catch((error: unknown) => {
    if (error instanceof DomainError && !isOutsideCycle(error))
      throw invalidRequest([{ path: `body.${error.field}`, message: error.message }]);
    throw pricingFailure(error);
  });
  return {
    plan_change_type: changeType(facts.plan, body.tier),
    breakdown: await estimate(priced),
    number_of_projects: facts.projects.length,
    active_projects: facts.projects
      .filter(isActive)
      .map(({ name, ref, status, computeSize, isBranch }) => ({ name, ref, status, instance_size: computeSize, is_branch: isBranch })),
    billed_via_partner: facts.partner !== null,
    upfront_charge: upfrontCharge(priced.quote),
    usage_so_far: usageSoFar(priced.quote),
    ...(await uncollected(payments.db, organizationId, priced)),
    effective_at: priced.quote.kind === 'plan_change' && priced.quote.charge === null ? priced.quote.effectiveAtSeconds : null,
    quote: quoteView(quote),
  };
}

/** Within the Pro Plan, turning the spend cap on counts as a downgrade. */
function changeType(from: PlanId, tier: Tier): Preview['plan_change_type'] {
  const { planId, spendCapOn } = planOfTier(tier);
  return changeDirection(from, planId) ?? (spendCapOn ? 'downgrade' : 'upgrade');
}

const isActive = ({ status }: ProjectFacts): boolean => status === 'ACTIVE_HEALTHY' || status === 'COMING_UP';

function upfrontCharge(quote: ChangeQuote): Preview['upfront_charge'] {
  if (quote.kind !== 'plan_change' || quote.charge === null) return null;
  const { planPriceCents, unusedCents, balanceAppliedCents, totalCents } = quote.charge;
  return {
    plan_price: dollarsFromCents(planPriceCents),
    unused_credit: dollarsFromCents(unusedCents),
    customer_balance: dollarsFromCents(balanceAppliedCents),
    tax: null,
    total: dollarsFromCents(totalCents),
  };
}

/** Unused time that gives no credit now, because it is unpaid or disputed. */
async function uncollected(
  db: Database,
  organizationId: number,
  { quote, inputs }: PricedChange,
): Promise<Pick<Preview, 'credit_note' | 'disputed_unused'>> {
  const { feeInvoiceId } = inputs.running.row;
  if (quote.kind !== 'plan_change' || feeInvoiceId === null) return { credit_note: null };
  const { unpaidCents, disputedCents } = quote.unused;
  const invoice = unpaidCents > 0 ? await findInvoice(db, organizationId, feeInvoiceId) : null;
  return {
    credit_note: invoice && { amount: dollarsFromCents(unpaidCents), invoice: { id: invoice.id, number: invoice.number } },
    ...(disputedCents > 0 ? { disputed_unused: dollarsFromCents(disputedCents) } : {}),
  };
}

const usageSoFar = ({ usageSoFar: { totalCents, invoicedOn, settlement } }: ChangeQuote): Preview['usage_so_far'] => ({
  total: dollarsFromCents(totalCents),
  invoiced_on: invoicedOn,
  due: settlement && dollarsFromCents(settlement.dueCents),
  ...(settlement && settlement.carriedCents > 0 ? { carried: dollarsFromCents(settlement.carriedCents) } : {}),
});

async function estimate(priced: PricedChange): Promise<EstimateLine[]> {
  const { labels } = priced.inputs;
  const { terms, lines, planFeeCents } = await estimateAfter(priced);
  const fee = { description: `${planNames[terms.planId]} Plan`, total_price: dollarsFromCents(planFeeCents) };
  return [fee, ...lines.map((line) => estimateLine(line, terms, (ref) => labels.get(ref)?.name ?? ref))];
}

function estimateLine(
  line: InvoiceLine,
  { book, planId, contract }: Pick<EstimateTerms, 'book' | 'planId' | 'contract'>,
  nameOf: (ref: string) => string,
): EstimateLine {
  const { description, amountCents, metric, kind, derivation, breakdown } = line;
  const step = derivation?.steps[0];
  const price = metric !== null && kind !== null ? unitPriceDescription(book, metric, kind, planId, contract) : undefined;
  return {
    description,
    total_price: dollarsFromCents(amountCents),
    ...(step ? { unit_price: dollarsFromMicrocents(step.priceMicrocents), quantity: ratioToNumber(step.billable) } : {}),
    ...(price === undefined ? {} : { unit_price_desc: price }),
    ...(breakdown.length === 0
      ? {}
      : {
          breakdown: breakdown.map(({ projectRef, usage, hours, amountCents: part }) => ({
            project_name: nameOf(projectRef),
            project_ref: projectRef,
            usage: hours ?? ratioToNumber(usage),
            amount: dollarsFromCents(part),
          })),
        }),
  };
}
