import type { Preview, Subscription } from '#contract/types.ts';
import { chargeToday } from '#lib/charge.ts';
import { formatCents, formatWholeDollars, roundedCentsFromDollars } from '#lib/money.ts';

/** A sum of money in a summary, in cents; less than nothing is taken off. */
export interface SummaryLine {
  readonly id: 'plan' | 'unused' | 'credits' | 'debt' | 'tax';
  readonly cents: number;
}

export interface ChargeSummary {
  readonly lines: readonly SummaryLine[];
  /** What is charged today, in cents. */
  readonly totalCents: number;
  /** What the formula comes to where that is too small to charge: it goes on the next invoice. */
  readonly carriedCents: number;
  /** What the change adds to the credits, in cents. */
  readonly creditBackCents: number;
  /** True where the platform sends no charge and the page computes it. */
  readonly isEstimate: boolean;
  /** Usage before the change, apart from the charge of today; null where the platform does not tell. */
  readonly usageSoFar: UsageSoFar | null;
  /** Unused time that was not paid: taken off the invoice that billed it, apart from the charge of today. */
  readonly creditNote: { readonly cents: number; readonly invoiceNumber: string } | null;
  /** Unused time whose payment is disputed, in cents. */
  readonly disputedCents: number;
}

/** In cents. */
interface UsageSoFar {
  readonly cents: number;
  readonly invoicedOn: InvoicedOn;
  /** What its invoice leaves to pay; null where the next invoice carries it. */
  readonly dueCents: number | null;
  /** What it leaves and is too small to charge now. */
  readonly carriedCents: number;
}

export type InvoicedOn = Preview['usage_so_far']['invoiced_on'];

/** What an estimate is computed from, where the platform sends no charge. Prices are in dollars. */
export interface EstimateFacts {
  readonly newPrice: number;
  readonly currentPrice: number;
  readonly subscription: Pick<Subscription, 'current_period_start' | 'current_period_end' | 'customer_balance'>;
  readonly nowSeconds: number;
}

/** The extensions of a preview may be missing on a platform that knows none. */
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

/**
 * The charge of today, line by line, and the usage so far. The platform's own figures where it sends them; else the
 * formula of the specification, said to be an estimate. Null when nothing is charged because the change waits.
 */
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
    // A platform that does not say what is due now charges every sum.
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
  // Nothing to pay today is something that only a platform with quotes can say.
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

/** "$25" in words of a card: whole dollars without cents. */
export const priceWords = (dollars: number): string => formatWholeDollars(roundedCentsFromDollars(dollars));

/** What the confirming button says. The sum in it is the quote's, to the cent. */
export function confirmWords(action: string, summary: ChargeSummary | null, by: 'card' | 'invoice', effectiveOn: string | null): string {
  if (effectiveOn !== null) return `${action} on ${effectiveOn}`;
  if (summary === null) return action;
  const { totalCents, isEstimate } = summary;
  if (totalCents === 0) return `${action}, nothing to pay today`;
  const amount = `${isEstimate ? 'about ' : ''}${formatCents(totalCents)}`;
  return by === 'invoice' ? `${action}, ${amount} by invoice` : `${action}, pay ${amount} today`;
}
