import type { TaxIdRecord } from '#sandbox/records/customers.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

/** Tax ID types that the simulated tax register verifies. The verification of other types stays `unavailable`. */
export const verifiedLater = ['au_abn', 'eu_vat', 'gb_vat'];

/** The digits decide: all 1 is `unverified`, all 2 stays `pending`, all 3 is `unavailable`, any other digits are `verified`. */
export function verifyTaxId(tx: Transaction, taxId: TaxIdRecord): void {
  const digits = taxId.value.replace(/\D/g, '');
  if (taxId.verification.status !== 'pending' || /^2+$/.test(digits)) return;
  const status = /^1+$/.test(digits) ? 'unverified' : /^3+$/.test(digits) ? 'unavailable' : 'verified';
  const verified =
    status === 'verified'
      ? { verified_address: '1 Register Street', verified_name: 'Registered Company' }
      : { verified_address: null, verified_name: null };
  const answered = tx.put<'tax_id'>({ ...taxId, verification: { status, ...verified } });
  tx.emit('customer.tax_id.updated', answered, taxId);
}

const prefixCountry: Record<string, string> = { EL: 'GR', XI: 'GB' };

/** The country is the prefix of an EU VAT number; other types begin with their country, as in `gb_vat`. */
export function taxIdCountry(type: string, value: string): string | null {
  if (type === 'eu_oss_vat') return null;
  const prefix = (type === 'eu_vat' ? value : type).slice(0, 2).toUpperCase();
  return prefixCountry[prefix] ?? prefix;
}
