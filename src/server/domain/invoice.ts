import { sumCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { Steps } from '#lib/steps.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps, planPriceAfterDiscounts } from './bill.ts';
import { fixedLine, type InvoiceLine, type LineDiscount } from './lines.ts';
import type { PlanId } from './plans.ts';

export type Renewal = {
  planId: PlanId;
  priceCents: number;
  discounts: readonly LineDiscount[];
  startSeconds: number;
  endSeconds: number;
};

export type InvoiceInput = {
  period: BillingPeriod;
  /** undefined if no fee is due: the organization moves to Free, or a plan change has already charged the fee. */
  renewal?: Renewal | undefined;
  /** Final usage lines of cycles that a plan change ended, if no invoice has them yet. */
  carriedOver: readonly InvoiceLine[];
};

export type Invoice = {
  lines: InvoiceLine[];
  /** Total before the customer balance is applied. */
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

/** If an amount due is too small to collect, this line reduces it to 0. The next charge collects the amount. */
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

/** Throws as `billSteps` does. */
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

/** Overage until now of metrics that the spend cap covers. It is invoiced when the cap is turned on. Throws as `billSteps` does. */
export function* overageSteps(period: BillingPeriod, nowSeconds: number): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps(period, nowSeconds);
  return lines.filter(({ metric, amountCents }) => metric !== null && period.book.covered.has(metric) && amountCents !== 0);
}

/** Null if the cap is turned off, or if there is no overage to charge. Throws as `billSteps` does. */
export function* spendCapSteps(period: BillingPeriod, capOn: boolean, atSeconds: number): Steps<InvoiceLine[] | null> {
  const lines = capOn ? yield* overageSteps(period, atSeconds) : [];
  // Avoids a negative invoice. The invoice at the end of the cycle settles a correction that reduced invoiced usage.
  return lines.length > 0 && sumCents(lines.map(({ amountCents }) => amountCents)) >= 0 ? lines : null;
}

/** Returns whether a plan change issues a final invoice. If it does not, the next invoice includes the past usage. */
export const bringsFinalInvoice = (from: PlanId, to: PlanId): boolean => to === 'free' && from !== 'free';
