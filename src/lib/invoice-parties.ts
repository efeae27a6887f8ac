import type { BilledTo, Seller } from '#contract/types.ts';
import { addressLines } from './address-lines.ts';

/** Billed customer as lines: billing name, organization name, address, tax ID. */
export function billedToLines({ name, billing_name: billingName, address, tax_id: taxId }: BilledTo): string[] {
  const names = billingName && billingName !== name ? [billingName, name] : [name];
  return [...names, ...(address ? addressLines(address) : []), ...(taxId ? [`Tax ID: ${taxId.value}`] : [])];
}

/** Seller of an invoice as lines: legal name, address, registration, and VAT number if it has one. */
export function sellerLines({ name, address, registration, vat_number: vatNumber }: Seller): string[] {
  return [name, ...address, `Registration: ${registration}`, ...(vatNumber === null ? [] : [`VAT number: ${vatNumber}`])];
}
