import type { BilledTo } from '#contract/types.ts';
import { addressLines } from './address-lines.ts';

/** The billed customer as address lines: the billing name before the organization's name, then address and tax ID. */
export function billedToLines({ name, billing_name: billingName, address, tax_id: taxId }: BilledTo): string[] {
  const names = billingName && billingName !== name ? [billingName, name] : [name];
  return [...names, ...(address ? addressLines(address) : []), ...(taxId ? [`Tax ID: ${taxId.value}`] : [])];
}
