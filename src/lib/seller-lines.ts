import type { Seller } from '#contract/types.ts';

/** The seller of an invoice as lines: legal name, address, registration, and its VAT number where it has one. */
export function sellerLines({ name, address, registration, vat_number: vatNumber }: Seller): string[] {
  return [name, ...address, `Registration: ${registration}`, ...(vatNumber === null ? [] : [`VAT number: ${vatNumber}`])];
}
