import type { TaxIdRecord } from '#sandbox/records/customers.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

/** Types that a register is asked about; all others stay unavailable. */
export const verifiedLater = ['au_abn', 'eu_vat', 'gb_vat'];

/**
 * The register answers. Digits decide: all 1 is unknown to it, all 2 never gets an answer, all 3 finds it out of
 * order; everything else is confirmed.
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

/** Country of a tax ID: by the value's prefix where one type serves many countries, else by the type's name. */
export function taxIdCountry(type: string, value: string): string | null {
  if (type === 'eu_oss_vat') return null;
  const prefix = (type === 'eu_vat' ? value : type).slice(0, 2).toUpperCase();
  return prefixCountry[prefix] ?? prefix;
}
