import type { EInvoice, VatTotal } from './model.ts';

/** A rule of EN 16931, by its number in the standard. */
export interface EInvoiceRule {
  readonly id: string;
  /** What the rule requires. */
  readonly requires: string;
  readonly isBroken: (document: EInvoice) => boolean;
}

export const isAbsent = (text: string | null | undefined): boolean => text === null || text === undefined || text.trim() === '';

export const sumOf = (cents: readonly (number | null)[]): number => cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);

/** Tax in cents, rounded half away from zero. */
export function taxOf({ taxableCents, percent }: Pick<VatTotal, 'taxableCents' | 'percent'>): number {
  const share = ((taxableCents ?? 0) * (percent ?? 0)) / 100;
  return Math.sign(share) * Math.round(Math.abs(share));
}
