import type { BilledTo, Seller } from '#contract/types.ts';
import { addressLines } from './address-lines.ts';

export const purchaseOrderName = 'Purchase order';
export const buyerReferenceName = 'Buyer reference';

export function billedToLines({ name, billing_name: billingName, address, tax_id: taxId, ...references }: BilledTo): string[] {
  const { po_number: poNumber, buyer_reference: buyerReference } = references;
  const names = billingName && billingName !== name ? [billingName, name] : [name];
  return [
    ...names,
    ...(address ? addressLines(address) : []),
    ...(taxId ? [`Tax ID: ${taxId.value}`] : []),
    ...(poNumber ? [`${purchaseOrderName}: ${poNumber}`] : []),
    ...(buyerReference ? [`${buyerReferenceName}: ${buyerReference}`] : []),
  ];
}

export const noTaxWords = (seller: Seller | null | undefined): string =>
  ['No tax was charged.', ...(seller?.no_tax_reason ? [seller.no_tax_reason] : [])].join(' ');

export function sellerLines({ name, address, registration, vat_number: vatNumber }: Seller): string[] {
  return [name, ...address, `Registration: ${registration}`, ...(vatNumber === null ? [] : [`VAT number: ${vatNumber}`])];
}
