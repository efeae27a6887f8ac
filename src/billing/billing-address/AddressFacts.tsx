import type { Customer } from '#contract/types.ts';
import { addressLines } from '#lib/address-lines.ts';
import styles from './BillingAddress.module.css';

/** Name and address of the customer. */
export function AddressFacts({ customer: { billing_name: name, address } }: { customer: Customer }) {
  return (
    <>
      <div>
        <dt className={styles.term}>Name</dt>
        <dd className={styles.name}>{name || 'Not given'}</dd>
      </div>
      <div>
        <dt className={styles.term}>Address</dt>
        <dd>{address ? <address className={styles.address}>{addressLines(address).join('\n')}</address> : 'Not given'}</dd>
      </div>
    </>
  );
}
