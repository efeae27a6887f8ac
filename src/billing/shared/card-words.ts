import type { PaymentMethod } from '#contract/types.ts';

type Card = NonNullable<PaymentMethod['card']>;

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'Eftpos Australia',
  cartes_bancaires: 'Cartes Bancaires',
};

/** The brand as people write it; an unknown one as the gateway names it. */
export function brandName(brand: string): string {
  const known = brands[brand.toLowerCase()];
  if (known !== undefined) return known;
  return brand === '' || brand === 'unknown' ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** 'Expires: 12/2026'. */
export const expiryText = ({ exp_month: month, exp_year: year }: Card): string => `Expires: ${month}/${year}`;

/** A card holds to the end of its month: 'soon' in that month, 'expired' after it (UTC). */
export function expiryState({ exp_month: month, exp_year: year }: Card, nowSeconds: number): 'valid' | 'soon' | 'expired' {
  const now = new Date(nowSeconds * 1000);
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth());
  if (monthsLeft < 0) return 'expired';
  return monthsLeft === 0 ? 'soon' : 'valid';
}

/** 'Visa ending in 4242'. */
export const cardName = ({ brand, last4 }: Card): string => `${brandName(brand)} ending in ${last4}`;
