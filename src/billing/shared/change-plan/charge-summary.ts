import type { Preview, Subscription } from '#contract/types.ts';
import { chargeToday } from '#lib/charge.ts';
import { formatCents, formatWholeDollars, roundedCentsFromDollars } from '#lib/money.ts';

/** The amount is in cents; a negative amount is a deduction. */
export interface SummaryLine {
  readonly id: 'plan' | 'unused' | 'credits' | 'debt' | 'tax';
  readonly cents: number;
}

export interface ChargeSummary {
  readonly lines: readonly SummaryLine[];
  /** Amount charged today, in cents. */
  readonly totalCents: number;
  /** Amount that is carried to the next invoice, because it is below the minimum charge. In cents. */
  readonly carriedCents: number;
  /** Credit that the change adds to the balance, in cents. */
  readonly creditBackCents: number;
  /** True if the page estimated the charge, because the platform sent no charge. */
  readonly isEstimate: boolean;
  /** Usage before the change. It is billed separately. Null if the platform does not report it. */
  readonly usageSoFar: UsageSoFar | null;
  /** Credit for unused time that was billed but not paid. It reduces the invoice that billed the time, not today's charge. */
  readonly creditNote: { readonly cents: number; readonly invoiceNumber: string } | null;
  /** Value in cents of unused time whose payment is disputed. */
  readonly disputedCents: number;
}

interface UsageSoFar {
  readonly cents: number;
  readonly invoicedOn: InvoicedOn;
  /** Amount due on a separate invoice, in cents; null if the usage is part of the next invoice. */
  readonly dueCents: number | null;
  readonly carriedCents: number;
}

export type InvoicedOn = Preview['usage_so_far']['invoiced_on'];

/** Input of the estimated charge. The page shows the estimate if the platform's response contains no charge. Prices are in dollars. */
export interface EstimateFacts {
  readonly newPrice: number;
  readonly currentPrice: number;
  readonly subscription: Pick<Subscription, 'current_period_start' | 'current_period_end' | 'customer_balance'>;
  readonly nowSeconds: number;
}

/** Preview with or without our API extensions. Without the extensions, the platform does not send the optional fields. */
type AnyPreview = Pick<Preview, 'upfront_charge'> &
  Partial<Pick<Preview, 'usage_so_far' | 'effective_at' | 'quote' | 'credit_note' | 'disputed_unused'>>;

interface Parts {
  readonly planCents: number;
  readonly unusedCents: number;
  readonly balanceCents: number;
  readonly taxCents: number | null;
}

function linesOf({ planCents, unusedCents, balanceCents, taxCents }: Parts): SummaryLine[] {
  const lines: SummaryLine[] = [{ id: 'plan', cents: planCents }];
  if (unusedCents !== 0) lines.push({ id: 'unused', cents: -unusedCents });
  if (balanceCents > 0) lines.push({ id: 'credits', cents: -balanceCents });
  if (balanceCents < 0) lines.push({ id: 'debt', cents: -balanceCents });
  if (taxCents !== null) lines.push({ id: 'tax', cents: taxCents });
  return lines;
}

/** Returns the charge, or an estimate if the platform sends no amounts; null if the change is scheduled. */
export function chargeSummary(preview: AnyPreview, facts: EstimateFacts | null): ChargeSummary | null {
  const { upfront_charge: charge, usage_so_far: usage, effective_at: effectiveAt, quote, credit_note: note } = preview;
  const creditNote = note ? { cents: roundedCentsFromDollars(note.amount), invoiceNumber: note.invoice.number } : null;
  const disputedCents = roundedCentsFromDollars(preview.disputed_unused ?? 0);
  const usageSoFar = usage
    ? {
        cents: roundedCentsFromDollars(usage.total),
        invoicedOn: usage.invoiced_on,
        dueCents: usage.due === null ? null : roundedCentsFromDollars(usage.due),
        carriedCents: roundedCentsFromDollars(usage.carried ?? 0),
      }
    : null;
  if (charge) {
    const parts = {
      planCents: roundedCentsFromDollars(charge.plan_price),
      unusedCents: roundedCentsFromDollars(charge.unused_credit),
      balanceCents: roundedCentsFromDollars(charge.customer_balance),
      taxCents: charge.tax === null ? null : roundedCentsFromDollars(charge.tax),
    };
    const sumCents = quote?.total_cents ?? roundedCentsFromDollars(charge.total);
    // If `due_now_cents` is missing, the platform has no minimum charge, so the whole sum is charged.
    const totalCents = quote?.due_now_cents === undefined ? sumCents : quote.due_now_cents - (usageSoFar?.dueCents ?? 0);
    return {
      lines: linesOf(parts),
      totalCents,
      carriedCents: sumCents - totalCents,
      creditBackCents: Math.max(0, parts.unusedCents - parts.planCents + Math.min(0, parts.balanceCents)),
      isEstimate: false,
      usageSoFar,
      creditNote,
      disputedCents,
    };
  }
  // If the platform sent a quote without a charge, the charge is zero, so no estimate is needed.
  if (effectiveAt != null || quote !== undefined || facts === null) return null;
  const { newPrice, currentPrice, subscription, nowSeconds } = facts;
  const estimate = chargeToday({
    newPriceCents: roundedCentsFromDollars(newPrice),
    chargedPriceCents: roundedCentsFromDollars(currentPrice),
    periodStartSeconds: subscription.current_period_start,
    periodEndSeconds: subscription.current_period_end,
    nowSeconds,
    balanceCents: subscription.customer_balance,
  });
  return {
    lines: linesOf({
      planCents: estimate.planPriceCents,
      unusedCents: estimate.unusedCents,
      balanceCents: estimate.balanceAppliedCents,
      taxCents: null,
    }),
    totalCents: estimate.totalCents,
    carriedCents: 0,
    creditBackCents: Math.max(0, estimate.balanceAfterCents - Math.max(0, subscription.customer_balance)),
    isEstimate: true,
    usageSoFar,
    creditNote,
    disputedCents,
  };
}

/** Formats a price without the cents of whole dollars: "$25". */
export const priceWords = (dollars: number): string => formatWholeDollars(roundedCentsFromDollars(dollars));

export function confirmWords(action: string, summary: ChargeSummary | null, by: 'card' | 'invoice', effectiveOn: string | null): string {
  if (effectiveOn !== null) return `${action} on ${effectiveOn}`;
  if (summary === null) return action;
  const { totalCents, isEstimate } = summary;
  if (totalCents === 0) return `${action}, nothing to pay today`;
  const amount = `${isEstimate ? 'about ' : ''}${formatCents(totalCents)}`;
  return by === 'invoice' ? `${action}, ${amount} by invoice` : `${action}, pay ${amount} today`;
}
