import { planNames } from '#lib/plan-names.ts';
import { planLine } from './invoice.ts';
import { fixedLine, type InvoiceLine } from './lines.ts';
import { planPriceCents } from './plans.ts';
import type { Account, ChangeTarget, PlanChangeQuote } from './quote.ts';

/**
 * Lines charged before the customer balance is used: the fee (none for Free), and the credit for unused time.
 * @throws {DomainError} for a plan that only a contract can price
 */
export function changeLines(
  { period }: Account,
  { planId, charge, cycle, effectiveAtSeconds }: PlanChangeQuote,
  { book, contract, discounts }: Pick<ChangeTarget, 'book' | 'contract' | 'discounts'>,
): InvoiceLine[] {
  if (!charge) return [];
  const priceCents = planPriceCents(book, planId, contract?.planPriceCents);
  const fee =
    planId === 'free' ? [] : [planLine({ planId, priceCents, discounts, startSeconds: cycle.startSeconds, endSeconds: cycle.endSeconds })];
  if (charge.unusedCents === 0) return fee;
  const unused = fixedLine({
    key: 'unused_time',
    group: 'plan',
    description: `Unused time on ${planNames[period.planId]} Plan`,
    periodStartSeconds: effectiveAtSeconds,
    periodEndSeconds: period.cycle.endSeconds,
    proration: true,
    amountCents: -charge.unusedCents,
    amountBeforeDiscountCents: -charge.unusedCents,
  });
  return [...fee, unused];
}
