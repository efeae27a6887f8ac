import type { Invoice } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatCents } from '#lib/money.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { invoiceRows } from './invoice-rows.ts';
import { invoiceStatusDisplay } from './invoice-status.ts';
import { invoiceWords } from './invoice-view.ts';
import styles from './InvoiceList.module.css';

export function InvoicesAsList({ invoices }: { invoices: readonly Invoice[] }) {
  const slug = useSlug();
  const view = useSearchPart(invoiceWords);
  return (
    <ul role="list" aria-label="Past invoices" className={styles.asList}>
      {invoiceRows(invoices).map(({ id, number, at, cents, invoice, paper }) => {
        const { label, explanation } = paper ?? invoiceStatusDisplay(invoice);
        const facts = [formatDate(at), formatCents(cents), label].join(', ');
        return (
          <li key={id}>
            <PageLink href={helpAddresses.invoice(slug, invoice.id) + view}>{number}</PageLink>
            {`, ${[`${facts}.`, explanation, paper ? null : invoice.staff_note].filter(Boolean).join(' ')}`}
          </li>
        );
      })}
    </ul>
  );
}
