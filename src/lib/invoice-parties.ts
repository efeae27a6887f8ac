import type { BilledTo, Seller } from '#contract/types.ts';
import { addressLines } from './address-lines.ts';

/** The billed customer as address lines: the billing name before the organization's name, then address and tax ID. */
export function billedToLines({ name, billing_name: billingName, address, tax_id: taxId }: BilledTo): string[] {
  const names = billingName && billingName !== name ? [billingName, name] : [name];
  return [...names, ...(address ? addressLines(address) : []), ...(taxId ? [`Tax ID: ${taxId.value}`] : [])];
}

/** The seller of an invoice as lines: legal name, address, registration, and its VAT number where it has one. */
export function sellerLines({ name, address, registration, vat_number: vatNumber }: Seller): string[] {
  return [name, ...address, `Registration: ${registration}`, ...(vatNumber === null ? [] : [`VAT number: ${vatNumber}`])];
}
