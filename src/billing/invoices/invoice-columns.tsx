import type { Invoice } from '#contract/types.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Code } from '#ui/Code/Code.tsx';
import type { DataTableColumn } from '#ui/DataTable/DataTable.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { invoiceStatusDisplay } from './invoice-status.ts';
import styles from './InvoiceList.module.css';

/** Columns and their order as in the specification, section 2. The invoice number names its row. */
export const invoiceColumns: readonly DataTableColumn<Invoice>[] = [
  { id: 'date', header: 'Date', render: (invoice) => <DateText seconds={invoice.period_end} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'money',
    render: (invoice) => <Money cents={invoice.amount_due} tone={isOwed(invoice) ? 'owed' : 'plain'} />,
  },
  { id: 'number', header: 'Invoice number', isRowHeader: true, render: (invoice) => <Code>{invoice.number}</Code> },
  { id: 'status', header: 'Status', render: (invoice) => <Status invoice={invoice} /> },
  { id: 'download', header: 'Download', align: 'actions', render: (invoice) => <Download invoice={invoice} /> },
];

const isOwed = (invoice: Invoice): boolean => invoiceStatusDisplay(invoice).tone === 'negative' && invoice.amount_due > 0;

function Status({ invoice }: { invoice: Invoice }) {
  const { label, tone, explanation } = invoiceStatusDisplay(invoice);
  return (
    <span className={styles.status}>
      <Badge variant={tone}>{label}</Badge>
      {explanation !== null && <span className={styles.explanation}>{explanation}</span>}
    </span>
  );
}

function Download({ invoice }: { invoice: Invoice }) {
  return (
    <Button variant="quiet" nameSuffix={`, invoice ${invoice.number}`} unavailableReason={texts.noPdf}>
      PDF
    </Button>
  );
}
