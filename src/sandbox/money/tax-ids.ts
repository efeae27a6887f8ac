import type { TaxIdRecord } from '#sandbox/records/customers.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

/** Types that are verified in a register; others stay unavailable. */
export const verifiedLater = ['au_abn', 'eu_vat', 'gb_vat'];

/**
 * Answer of the register by digits: all 1 is unknown, all 2 never gets an answer, all 3 is unavailable; all other numbers are confirmed.
 */
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

/** Country of a tax ID: from the value's prefix if the type covers many countries, else from the type's name. */
export function taxIdCountry(type: string, value: string): string | null {
  if (type === 'eu_oss_vat') return null;
  const prefix = (type === 'eu_vat' ? value : type).slice(0, 2).toUpperCase();
  return prefixCountry[prefix] ?? prefix;
}
