import type { PaymentMethod } from '#contract/types.ts';

type Card = NonNullable<PaymentMethod['card']>;

/** 'Expires: 12/2026'. */
export const expiryText = ({ exp_month: month, exp_year: year }: Card): string => `Expires: ${month}/${year}`;

/** A card holds to the end of its month: 'soon' in that month, 'expired' after it (UTC). */
export function expiryState({ exp_month: month, exp_year: year }: Card, nowSeconds: number): 'valid' | 'soon' | 'expired' {
  const now = new Date(nowSeconds * 1000);
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth());
  if (monthsLeft < 0) return 'expired';
  return monthsLeft === 0 ? 'soon' : 'valid';
}
