/** Whole invoices: the upcoming one of a running cycle, the finalized one of a closed cycle, the one when the cap goes on. */
import { sumCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { Steps } from '#lib/steps.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps, planPriceAfterDiscounts } from './bill.ts';
import { fixedLine, type InvoiceLine, type LineDiscount } from './lines.ts';
import type { PlanId } from './plans.ts';

/** The plan that the next cycle starts with; its fee is charged in advance. */
export type Renewal = {
  planId: PlanId;
  priceCents: number;
  discounts: readonly LineDiscount[];
  startSeconds: number;
  endSeconds: number;
};

export type InvoiceInput = {
  period: BillingPeriod;
  /** undefined: no next cycle (the organization goes to Free, or a plan change has charged the fee). */
  renewal?: Renewal | undefined;
  /** Usage lines of cycles that a plan change closed, as they were finalized. They are on no invoice yet. */
  carriedOver: readonly InvoiceLine[];
};

export type Invoice = {
  lines: InvoiceLine[];
  /** Before the customer balance. */
  amountTotalCents: number;
  amountProjectedCents: number;
};

/** The fee of a plan for one cycle, in cents after its discounts. */
export function planLine({ planId, priceCents, discounts, startSeconds, endSeconds }: Renewal): InvoiceLine {
  return fixedLine({
    key: 'plan',
    group: 'plan',
    description: `${planNames[planId]} Plan`,
    periodStartSeconds: startSeconds,
    periodEndSeconds: endSeconds,
    proration: false,
    ...planPriceAfterDiscounts(priceCents, discounts),
  });
}

/** Takes a sum off an invoice that is too small to collect: its amount due is 0 then, and the next charge collects the sum. */
export const carriedLine = (carriedCents: number, atSeconds: number): InvoiceLine =>
  fixedLine({
    key: 'carried',
    group: 'carried',
    description: invoicesTexts.carried,
    periodStartSeconds: atSeconds,
    periodEndSeconds: atSeconds,
    proration: false,
    amountCents: -carriedCents,
    amountBeforeDiscountCents: -carriedCents,
  });

/** The invoice that the end of the cycle will bring, with the usage before `asOfSeconds`. Throws as `billSteps` does. */
export function* upcomingSteps({ period, renewal, carriedOver }: InvoiceInput, asOfSeconds: number): Steps<Invoice> {
  const bill = yield* billSteps(period, asOfSeconds);
  const plan = renewal && renewal.planId !== 'free' ? [planLine(renewal)] : [];
  const fixedCents = sumCents([...plan, ...carriedOver].map(({ amountCents }) => amountCents));
  return {
    lines: [...plan, ...bill.lines, ...carriedOver],
    amountTotalCents: fixedCents + bill.totalCents,
    amountProjectedCents: fixedCents + bill.projectedCents,
  };
}

/** What turning the spend cap on bills: the overage so far of everything that the cap covers. Throws as `billSteps` does. */
export function* overageSteps(period: BillingPeriod, nowSeconds: number): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps(period, nowSeconds);
  return lines.filter(({ metric, amountCents }) => metric !== null && period.book.covered.has(metric) && amountCents !== 0);
}

/**
 * The lines of the invoice that a change of the spend cap brings at once; null where it brings none: the cap turned off, or on
 * without overage. Quote and change both ask here: without an invoice nothing is due, and debt waits for the next one. Throws as
 * `billSteps` does.
 */
export function* spendCapSteps(period: BillingPeriod, capOn: boolean, atSeconds: number): Steps<InvoiceLine[] | null> {
  const lines = capOn ? yield* overageSteps(period, atSeconds) : [];
  // It is an advance: what a correction has made too much of an earlier one is settled with the cycle.
  return lines.length > 0 && sumCents(lines.map(({ amountCents }) => amountCents)) >= 0 ? lines : null;
}

/** Whether a change of plan brings an invoice of the usage so far at once. Otherwise the next invoice carries it. */
export const bringsFinalInvoice = (from: PlanId, to: PlanId): boolean => to === 'free' && from !== 'free';
