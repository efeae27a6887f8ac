/** Whole invoices: the upcoming one of a running cycle, the finalized one of a closed cycle, the one when the cap goes on. */
import { sumCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import { finishSteps, type Steps } from '#lib/steps.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps, planPriceAfterDiscounts } from './bill.ts';
import { DomainError } from './errors.ts';
import { fixedLine, type InvoiceLine, type LineDiscount } from './lines.ts';
import { cycleEnd } from './periods.ts';
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

/** The invoice that the end of the cycle will bring, with the usage before `asOfSeconds`. Throws as `billUsage` does. */
export const upcomingInvoice = (input: InvoiceInput, asOfSeconds: number): Invoice => finishSteps(upcomingSteps(input, asOfSeconds));

/** The same in steps of a few milliseconds. */
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

/**
 * The invoice of a cycle that is over; it equals the upcoming invoice at the cycle's last instant. Throws DomainError for a cycle
 * that still runs at `nowSeconds`, and as `billUsage` does.
 */
export function finalInvoice(input: InvoiceInput, nowSeconds: number): Invoice {
  const endSeconds = cycleEnd(input.period.cycle);
  if (nowSeconds < endSeconds) throw new DomainError('cycle_running', 'cycle', 'The billing cycle has not ended yet');
  return upcomingInvoice({ ...input, period: { ...input.period, running: [] } }, endSeconds);
}

export const overageLines = (period: BillingPeriod, nowSeconds: number): InvoiceLine[] => finishSteps(overageSteps(period, nowSeconds));

/** What turning the spend cap on bills: the overage so far of everything that the cap covers. Throws as `billUsage` does. */
function* overageSteps(period: BillingPeriod, nowSeconds: number): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps(period, nowSeconds);
  return lines.filter(({ metric, amountCents }) => metric !== null && period.book.covered.has(metric) && amountCents !== 0);
}

/**
 * The lines of the invoice that a change of the spend cap brings at once; null where it brings none: the cap turned off, or on
 * without overage. Quote and change both ask here: without an invoice nothing is due, and debt waits for the next one. Throws as
 * `billUsage` does.
 */
export function* spendCapSteps(period: BillingPeriod, capOn: boolean, atSeconds: number): Steps<InvoiceLine[] | null> {
  const lines = capOn ? yield* overageSteps(period, atSeconds) : [];
  // It is an advance: what a correction has made too much of an earlier one is settled with the cycle.
  return lines.length > 0 && sumCents(lines.map(({ amountCents }) => amountCents)) >= 0 ? lines : null;
}

/** Whether a change of plan brings an invoice of the usage so far at once. Otherwise the next invoice carries it. */
export const bringsFinalInvoice = (from: PlanId, to: PlanId): boolean => to === 'free' && from !== 'free';
