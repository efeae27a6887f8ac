import type { ReactNode } from 'react';
import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import factStyles from '#billing/shared/page/Facts.module.css';
import styles from './EmailRecipients.module.css';

export interface RecipientFactsProps {
  readonly customer: Pick<Customer, 'email' | 'additional_emails'>;
  readonly noteOf?: ((address: string) => ReactNode) | undefined;
  readonly children?: ReactNode;
}

export function RecipientFacts({ customer: { email, additional_emails: additional }, noteOf, children }: RecipientFactsProps) {
  return (
    <dl className={styles.recipients}>
      <div>
        <dt className={factStyles.term}>Primary billing email</dt>
        <dd className={styles.primary}>{email ? <Recipient address={email} noteOf={noteOf} /> : emailRecipientsTexts.unknown}</dd>
      </div>
      <div>
        <dt className={factStyles.term}>Additional recipients</dt>
        <dd>{additional.length === 0 ? 'None' : <AddressList addresses={additional} noteOf={noteOf} />}</dd>
      </div>
      {children}
    </dl>
  );
}

export function AddressList({ addresses, noteOf }: { addresses: readonly string[]; noteOf: RecipientFactsProps['noteOf'] }) {
  return (
    <ul className={styles.additional}>
      {addresses.map((address) => (
        <li key={address}>
          <Recipient address={address} noteOf={noteOf} />
        </li>
      ))}
    </ul>
  );
}

// A span wraps the address, because hydration fails if a translator replaces a bare text node.
const Recipient = ({ address, noteOf }: { address: string; noteOf: RecipientFactsProps['noteOf'] }) => (
  <>
    <span>{address}</span>
    {noteOf?.(address)}
  </>
);
