/** Splits the value of unused time into credit, a credit note, and a disputed part that waits for the bank. */
import { toSafeInteger } from '#lib/money.ts';

export type FeePayment = {
  /** Total charged: lines, and debt collected with them. Value carried over from another plan counts as a payment. */
  chargedCents: number;
  /** Unpaid amount, on the invoice or carried as a small amount. */
  unpaidCents: number;
  /** Refunded or forgiven: neither collected nor owed. */
  returnedCents: number;
  /** Withdrawn by a bank in an open dispute. */
  disputedCents: number;
};

export type UnusedValue = {
  collectedCents: number;
  /** Becomes a credit note on the fee's invoice. */
  unpaidCents: number;
  /** Becomes credit when the dispute is closed: the money is then either returned or owed. */
  disputedCents: number;
};

/** Share of a value in proportion to part of the charge, rounded down to the cent. */
const shareOf = (valueCents: number, partCents: number, chargedCents: number): number =>
  toSafeInteger((BigInt(valueCents) * BigInt(Math.max(0, partCents))) / BigInt(chargedCents));

/** A partial payment covers all lines in proportion. The parts sum to the value, less the share of returned money. */
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
  /** Unused time of another plan, as a positive amount that pays for other lines. */
  valueUsedCents: number;
  /** Amount due before any credit note. */
  dueCents: number;
};

/** Total charged by an invoice in cents: lines before unused time is deducted, and collected debt. */
export const chargedCents = ({ subtotalCents, valueUsedCents, dueCents }: InvoiceSums): number =>
  subtotalCents + valueUsedCents + (dueCents > 0 ? Math.max(0, dueCents - subtotalCents) : 0);
