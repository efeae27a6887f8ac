/** Splits the value of unused time into credit, a credit note, and a disputed part. The disputed part waits for the bank's decision. */
import { toSafeInteger } from '#lib/money.ts';

export type FeePayment = {
  /** Total that the invoice charges: all lines and the collected debt, before unused time of another plan is deducted. */
  chargedCents: number;
  /** Amount that is unpaid on the invoice, or that was carried because it was too small to collect. */
  unpaidCents: number;
  /** Amount that was refunded or forgiven: neither collected nor owed. */
  returnedCents: number;
  /** Amount that a bank has withdrawn in an open dispute. */
  disputedCents: number;
};

export type UnusedValue = {
  collectedCents: number;
  /** Value for which a credit note is issued. The credit note is for the invoice that charged the plan fee. */
  unpaidCents: number;
  /** Value of unused time whose payment is disputed. This value becomes credit when the dispute is closed. */
  disputedCents: number;
};

/** Share of a value in proportion to `partCents` of the charge, rounded down to the cent. */
const shareOf = (valueCents: number, partCents: number, chargedCents: number): number =>
  toSafeInteger((BigInt(valueCents) * BigInt(Math.max(0, partCents))) / BigInt(chargedCents));

/**
 * Splits the value of unused time by how the fee was paid. A partial payment pays all lines in proportion. Nothing is credited for refunded
 * or forgiven amounts.
 */
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
  /** Amount that this invoice deducts for unused time on another plan, as a positive number. */
  valueUsedCents: number;
  /** Amount due before any credit note. */
  dueCents: number;
};

/** Total that an invoice charges, in cents: the lines before the deduction of unused time, plus the debt that the invoice collects. */
export const chargedCents = ({ subtotalCents, valueUsedCents, dueCents }: InvoiceSums): number =>
  subtotalCents + valueUsedCents + (dueCents > 0 ? Math.max(0, dueCents - subtotalCents) : 0);
