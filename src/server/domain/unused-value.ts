/** Splits unused time into credit, a credit note, and a disputed part. The disputed part waits for the bank's decision. */
import { toSafeInteger } from '#lib/money.ts';

export type FeePayment = {
  /** All lines and the collected debt, before unused time of another plan is deducted. */
  chargedCents: number;
  /** Unpaid on the invoice, or carried over as too small to collect. */
  unpaidCents: number;
  returnedCents: number;
  /** Withdrawn by a bank in an open dispute. */
  disputedCents: number;
};

export type UnusedValue = {
  collectedCents: number;
  /** A credit note for this value is issued on the invoice that charged the plan fee. */
  unpaidCents: number;
  /** Becomes credit when the dispute is closed. */
  disputedCents: number;
};

/** Returns `valueCents` multiplied by `partCents` and divided by `chargedCents`, rounded down to the cent. */
const shareOf = (valueCents: number, partCents: number, chargedCents: number): number =>
  toSafeInteger((BigInt(valueCents) * BigInt(Math.max(0, partCents))) / BigInt(chargedCents));

/** A partial payment pays all lines in proportion. Refunded or forgiven amounts give no credit. */
export function splitUnusedValue(valueCents: number, payment: FeePayment): UnusedValue {
  const { chargedCents, unpaidCents, returnedCents, disputedCents } = payment;
  if (chargedCents <= 0) return { collectedCents: valueCents, unpaidCents: 0, disputedCents: 0 };
  const kept = chargedCents - returnedCents;
  const upTo = (partCents: number): number => shareOf(valueCents, partCents, chargedCents);
  const [all, undisputed, collected] = [upTo(kept), upTo(kept - disputedCents), upTo(kept - disputedCents - unpaidCents)];
  return { collectedCents: collected, unpaidCents: undisputed - collected, disputedCents: all - undisputed };
}

export type InvoiceSums = {
  subtotalCents: number;
  /** Deducted for unused time on another plan, as a positive number. */
  valueUsedCents: number;
  /** Before any credit note. */
  dueCents: number;
};

/** Cents that an invoice charges: the sum of its lines without the deduction for unused time, plus the debt that the invoice collects. */
export const chargedCents = ({ subtotalCents, valueUsedCents, dueCents }: InvoiceSums): number =>
  subtotalCents + valueUsedCents + (dueCents > 0 ? Math.max(0, dueCents - subtotalCents) : 0);
