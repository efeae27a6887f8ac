import type { ComponentType } from 'react';
import type { Invoice } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { BadgeTip } from '#ui/BadgeTip/BadgeTip.tsx';
import type { DataTableColumn } from '#ui/DataTable/DataTableRow.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { DocumentButton } from './DocumentButton.tsx';
import type { InvoiceRow } from './invoice-rows.ts';
import { invoiceStatusDisplay, isPayable } from './invoice-status.ts';
import { invoiceWords, paidInvoiceOf } from './invoice-view.ts';
import { nextStep } from './next-step.ts';
import { PayNow } from './PayNow.tsx';
import { UseCredits } from './UseCredits.tsx';
import styles from './InvoiceList.module.css';

const explanationId = ({ id }: Pick<InvoiceRow, 'id'>): string => `${id}-explanation`;

const isExplained = ({ invoice, paper }: InvoiceRow): boolean =>
  Boolean(paper ?? (invoiceStatusDisplay(invoice).explanation || invoice.staff_note));

/** Columns in the specification's order (section 2). The row header is the date, because a row header must not contain a link. */
const facts: readonly DataTableColumn<InvoiceRow>[] = [
  { id: 'date', header: 'Date', isRowHeader: true, render: ({ at }) => <DateText seconds={at} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'money',
    render: ({ cents, invoice, paper }) => <Money cents={cents} tone={!paper && isPayable(invoice) ? 'owed' : 'plain'} />,
  },
  { id: 'number', header: 'Invoice number', render: (row) => <NumberLink {...row} /> },
  {
    id: 'status',
    header: 'Status',
    describedBy: (row) => (isExplained(row) ? explanationId(row) : undefined),
    render: (row) => (row.paper ? <PaperStatus {...row} paper={row.paper} /> : <InvoiceStatus invoice={row.invoice} isInRow />),
  },
];

const credits: DataTableColumn<InvoiceRow> = {
  id: 'credits',
  header: 'Credits',
  align: 'actions',
  render: (row) => <Way row={row} of={UseCredits} />,
};

const pay: DataTableColumn<InvoiceRow> = {
  id: 'pay',
  header: 'Pay',
  align: 'actions',
  render: (row) => <Way row={row} of={PayNow} />,
};

const download: DataTableColumn<InvoiceRow> = {
  id: 'download',
  header: 'Download',
  align: 'actions',
  render: ({ invoice, paper }) => <DocumentButton invoice={invoice} document={paper?.document ?? 'invoice_pdf'} />,
};

/** Columns for lists without payments. Other lists have a column for each way to pay, because a cell can contain only one control. */
export const invoiceColumns = [...facts, download];
export const invoiceColumnsToPay = [...facts, pay, download];
export const invoiceColumnsWithCredits = [...facts, credits, pay, download];

/** Link to the invoice's page. A correction document links to the page of its invoice, because that page shows all correction documents. */
function NumberLink({ number, invoice: { id, corrected_by: correctedBy }, paper }: InvoiceRow) {
  return (
    <>
      <span className={styles.number}>
        <PageLink href={helpAddresses.invoice(useSlug(), id) + useSearchPart(invoiceWords)}>{number}</PageLink>
      </span>
      {correctedBy && !paper && <span className={styles.explanation}> Corrected by {correctedBy}</span>}
    </>
  );
}

function PaperStatus({ id, number, paper: { label, explanation } }: Required<InvoiceRow>) {
  return (
    <span className={styles.status} data-in-row>
      <BadgeTip id={explanationId({ id })} tip={explanation} nameSuffix={`, ${number}`}>
        {label}
      </BadgeTip>
    </span>
  );
}

/** If the member has just paid on the payment page, marks the invoice as processing until the platform records the payment. */
function useSettling(read: Invoice): Invoice {
  const isSettling = useSearchPart(paidInvoiceOf) === read.id && isPayable(read);
  return isSettling ? { ...read, payment_is_processing: true } : read;
}

export const isToPay = (invoice: Invoice): boolean => isPayable(invoice) && !invoice.payment_is_processing;

function Way({ row: { invoice, paper }, of: Button }: { row: InvoiceRow; of: ComponentType<{ invoice: Invoice }> }) {
  return isToPay(useSettling(invoice)) && !paper && <Button invoice={invoice} />;
}

export function InvoiceStatus({ invoice: read, isInRow = false }: { invoice: Invoice; isInRow?: boolean }) {
  const invoice = useSettling(read);
  const { label, tone, explanation } = invoiceStatusDisplay(invoice);
  const words = [explanation, nextStep(invoice, useNowSeconds()), invoice.staff_note].filter(Boolean).join(' ');
  return (
    <span className={styles.status} data-in-row={isInRow || undefined}>
      {isInRow && words ? (
        <BadgeTip id={explanationId(read)} variant={tone} tip={whole(words)} nameSuffix={`, invoice ${read.number}`}>
          {label}
        </BadgeTip>
      ) : (
        <Badge variant={tone}>{label}</Badge>
      )}
      {!isInRow && words && <span className={styles.explanation}>{whole(words)}</span>}
      {!isInRow && isToPay(invoice) && (
        <span className={styles.ways}>
          <UseCredits invoice={invoice} />
          <PayNow invoice={invoice} />
        </span>
      )}
    </span>
  );
}

/** Wraps each date of a text in an element that keeps the date on one line. */
const whole = (words: string) =>
  words.split(/(\w+ \d\d, \d{4})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the same date may stand in it twice
      <span key={index} className={styles.date}>
        {part}
      </span>
    ),
  );
