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

/** An unknown brand keeps the name that the gateway uses. */
export function brandName(brand: string): string {
  const known = brands[brand.toLowerCase()];
  if (known !== undefined) return known;
  return brand === '' || brand === 'unknown' ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1);
}

export const cardName = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandName(brand)} ending in ${last4}`;
