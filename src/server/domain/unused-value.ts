/**
 * The value of a plan's unused time, split by what became of its fee: what was collected becomes credit, what is unpaid becomes
 * a credit note, what is disputed waits for the bank.
 */
import { toSafeInteger } from '#lib/money.ts';

/** How far the invoice that billed a plan's fee is paid. All in cents. */
export type FeePayment = {
  /** What the invoice charged: its lines, and debt collected with it. Value carried over from another plan counts as a payment. */
  chargedCents: number;
  /** Still to be paid, on the invoice or as a small sum that was carried. */
  unpaidCents: number;
  /** Refunded or forgiven: neither collected nor owed. */
  returnedCents: number;
  /** Withdrawn by a bank while a dispute is open. */
  disputedCents: number;
};

export type UnusedValue = {
  /** Becomes credit. */
  collectedCents: number;
  /** Becomes a credit note on the invoice of the fee. */
  unpaidCents: number;
  /** Becomes credit when the dispute is closed: by then the money is here again, or owed. */
  disputedCents: number;
};

/** The share of a value that a part of the charge stands for, rounded down to the cent. */
const shareOf = (valueCents: number, partCents: number, chargedCents: number): number =>
  toSafeInteger((BigInt(valueCents) * BigInt(Math.max(0, partCents))) / BigInt(chargedCents));

/**
 * Splits the value of unused time. A part payment is split over the lines of its invoice in proportion, so the fee is paid as far
 * as the whole invoice is. The parts sum to the value, less what stands for returned money.
 */
export function splitUnusedValue(valueCents: number, payment: FeePayment): UnusedValue {
  const { chargedCents, unpaidCents, returnedCents, disputedCents } = payment;
  if (chargedCents <= 0) return { collectedCents: valueCents, unpaidCents: 0, disputedCents: 0 };
  const kept = chargedCents - returnedCents;
  const upTo = (partCents: number): number => shareOf(valueCents, partCents, chargedCents);
  const [all, undisputed, collected] = [upTo(kept), upTo(kept - disputedCents), upTo(kept - disputedCents - unpaidCents)];
  return { collectedCents: collected, unpaidCents: undisputed - collected, disputedCents: all - undisputed };
}

/** Sums of an invoice, in cents, that say what it charged and how that was paid. */
export type InvoiceSums = {
  /** The sum of its lines. */
  subtotalCents: number;
  /** Unused time of another plan on it, as a positive sum: value that pays for its other lines. */
  valueUsedCents: number;
  /** What it left to pay before any credit note. */
  dueCents: number;
};

/** What an invoice charged: its lines without the value that paid for them, and the debt that it collected. */
export const chargedCents = ({ subtotalCents, valueUsedCents, dueCents }: InvoiceSums): number =>
  subtotalCents + valueUsedCents + (dueCents > 0 ? Math.max(0, dueCents - subtotalCents) : 0);
