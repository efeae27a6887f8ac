import { sumCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { Steps } from '#lib/steps.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps, planPriceAfterDiscounts } from './bill.ts';
import { fixedLine, type InvoiceLine, type LineDiscount } from './lines.ts';
import type { PlanId } from './plans.ts';

/** Plan of the next cycle; its fee is charged in advance. */
export type Renewal = {
  planId: PlanId;
  priceCents: number;
  discounts: readonly LineDiscount[];
  startSeconds: number;
  endSeconds: number;
};

export type InvoiceInput = {
  period: BillingPeriod;
  /** undefined if there is no next cycle: the organization moves to Free, or a plan change has charged the fee. */
  renewal?: Renewal | undefined;
  /** Finalized usage lines of cycles that a plan change closed and that no invoice includes yet. */
  carriedOver: readonly InvoiceLine[];
};

export type Invoice = {
  lines: InvoiceLine[];
  /** Before the customer balance. */
  amountTotalCents: number;
  amountProjectedCents: number;
};

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

/** Line that defers an amount that is too small to collect: it reduces the amount due to 0, and the next charge collects the amount. */
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

/** Invoice at the end of the cycle, from usage before `asOfSeconds`. Throws as `billSteps` does. */
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

/** Overage so far of all metrics covered by the spend cap; turning the cap on invoices it. Throws as `billSteps` does. */
export function* overageSteps(period: BillingPeriod, nowSeconds: number): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps(period, nowSeconds);
  return lines.filter(({ metric, amountCents }) => metric !== null && period.book.covered.has(metric) && amountCents !== 0);
}

/** Null if the cap is turned off or there is no overage; the next invoice then collects debt. Throws as `billSteps` does. */
export function* spendCapSteps(period: BillingPeriod, capOn: boolean, atSeconds: number): Steps<InvoiceLine[] | null> {
  const lines = capOn ? yield* overageSteps(period, atSeconds) : [];
  // No negative invoice: if a correction reduced usage that is already invoiced, the difference is settled at the end of the cycle.
  return lines.length > 0 && sumCents(lines.map(({ amountCents }) => amountCents)) >= 0 ? lines : null;
}

/** Whether a plan change invoices the usage so far immediately instead of on the next invoice. */
export const bringsFinalInvoice = (from: PlanId, to: PlanId): boolean => to === 'free' && from !== 'free';
