import { addressLines } from '#lib/address-lines.ts';
import { countryName } from '#lib/country-names.ts';
import { findTaxIdKind, kindFromKey } from '#lib/tax-id.ts';
import { taxIdOf, toRequest, type AddressValues } from '#billing/shared/address/address.form.ts';

import styles from './InvoiceHeader.module.css';

/** The recipient's part of an invoice, as it will print with what is typed. */
export function InvoiceHeader({ values }: { values: AddressValues }) {
  const { billing_name: name, address } = toRequest(values);
  const taxId = taxIdOf(values, null);
  const lines = address ? addressLines(address) : [countryName(values.country)];
  return (
    <figure className={styles.root}>
      <figcaption className={styles.caption}>On the next invoice</figcaption>
      <div className={styles.paper}>
        <p className={styles.title}>Invoice</p>
        <p className={styles.term}>Bill to</p>
        <p className={styles.name}>{name || 'Name'}</p>
        <address className={styles.address}>{lines.join('\n')}</address>
        {taxId && (
          <p className={styles.taxId}>{`${findTaxIdKind(kindFromKey(values.tax_id_kind))?.label ?? taxId.type}: ${taxId.value}`}</p>
        )}
      </div>
    </figure>
  );
}
