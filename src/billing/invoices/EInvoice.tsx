import type { Invoice } from '#contract/types.ts';
import factStyles from '#billing/shared/page/Facts.module.css';
import { DocumentButton } from './DocumentButton.tsx';
import type { InvoicePaper } from './show-document.ts';
import styles from './InvoicePage.module.css';

type Offer = NonNullable<Invoice['e_invoice']>;

export interface EInvoiceButtonProps {
  invoice: Invoice;
  /** E-invoice of this invoice; undefined if the platform has no e-invoices. */
  offer: Offer | undefined;
  /** Visible label: 'E-invoice' by default. Buttons of one group need different labels. */
  label?: string;
  /** Accessible name of the document: 'invoice ABCD-0001'. */
  name: string;
  offerIn: (invoice: Invoice) => Offer | undefined;
}

export function EInvoiceButton({ invoice, offer, label = 'E-invoice', name, offerIn }: EInvoiceButtonProps) {
  if (!offer?.file) return null;
  const paper: InvoicePaper = { label, name, addressIn: (read) => offerIn(read)?.file };
  return <DocumentButton invoice={invoice} document={paper} />;
}

export function EInvoiceFaults({ invoice }: { invoice: Invoice }) {
  const offer = invoice.corrections?.at(-1)?.e_invoice ?? invoice.e_invoice;
  if (!offer || offer.faults.length === 0) return null;
  return (
    <div className={styles.wide}>
      <dt className={factStyles.term}>E-invoice</dt>
      <dd>There is no e-invoice yet (EN 16931).</dd>
      {offer.faults.map(({ rule, message }) => (
        <dd key={rule}>{`${message} (Rule ${rule})`}</dd>
      ))}
    </div>
  );
}
