import { billedToLines } from '#lib/billed-to.ts';
import { taxIdOf, toRequest, type AddressValues } from '#billing/shared/address/address.form.ts';
import { useOrganization } from '#billing/shared/use-organization.ts';
import styles from './InvoiceHeader.module.css';

/** The recipient's part of an invoice, as it will print with what is typed. */
export function InvoiceHeader({ values }: { values: AddressValues }) {
  const organization = useOrganization().data;
  const { billing_name: name, address } = toRequest(values);
  const [first, ...lines] = billedToLines({
    name: organization?.name ?? '',
    billing_name: name ?? null,
    address: address ?? null,
    tax_id: taxIdOf(values, null),
  });
  return (
    <figure className={styles.root}>
      <figcaption className={styles.caption}>On the next invoice</figcaption>
      <div className={styles.paper}>
        <p className={styles.title}>Invoice</p>
        <p className={styles.term}>Billed to</p>
        <p className={styles.name}>{first}</p>
        <address className={styles.address}>{lines.join('\n')}</address>
      </div>
    </figure>
  );
}
