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
import { invoiceStatusDisplay, isPayable } from './invoice-status.ts';
import { invoiceWords, paidInvoiceOf } from './invoice-view.ts';
import { nextStep } from './next-step.ts';
import { PayNow } from './PayNow.tsx';
import { UseCredits } from './UseCredits.tsx';
import styles from './InvoiceList.module.css';

const explanationId = ({ id }: Invoice): string => `${id}-explanation`;

/** Columns in the specification's order (section 2). The row header is the date, because a row header must not contain a link. */
const facts: readonly DataTableColumn<Invoice>[] = [
  { id: 'date', header: 'Date', isRowHeader: true, render: (invoice) => <DateText seconds={invoice.period_end} /> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'money',
    render: (invoice) => <Money cents={invoice.amount_due} tone={isPayable(invoice) ? 'owed' : 'plain'} />,
  },
  { id: 'number', header: 'Invoice number', render: (invoice) => <NumberLink invoice={invoice} /> },
  {
    id: 'status',
    header: 'Status',
    describedBy: (invoice) => (invoiceStatusDisplay(invoice).explanation || invoice.staff_note ? explanationId(invoice) : undefined),
    render: (invoice) => <InvoiceStatus invoice={invoice} isInRow />,
  },
];

const credits: DataTableColumn<Invoice> = {
  id: 'credits',
  header: 'Credits',
  align: 'actions',
  render: (invoice) => <Way invoice={invoice} of={UseCredits} />,
};

const pay: DataTableColumn<Invoice> = {
  id: 'pay',
  header: 'Pay',
  align: 'actions',
  render: (invoice) => <Way invoice={invoice} of={PayNow} />,
};

const download: DataTableColumn<Invoice> = {
  id: 'download',
  header: 'Download',
  align: 'actions',
  render: (invoice) => <DocumentButton invoice={invoice} document="invoice_pdf" />,
};

/** A cell can contain only one control, so each way to pay has a column. These columns appear only if an invoice can be paid. */
export const invoiceColumns = [...facts, download];
export const invoiceColumnsToPay = [...facts, pay, download];
export const invoiceColumnsWithCredits = [...facts, credits, pay, download];

function NumberLink({ invoice: { id, number, corrected_by: correctedBy } }: { invoice: Invoice }) {
  return (
    <>
      <span className={styles.number}>
        <PageLink href={helpAddresses.invoice(useSlug(), id) + useSearchPart(invoiceWords)}>{number}</PageLink>
      </span>
      {correctedBy && <span className={styles.explanation}> Corrected by {correctedBy}</span>}
    </>
  );
}

/**
 * Returns the invoice. If the member has just paid the invoice on the payment page, marks it as processing until the platform
 * records the payment.
 */
function useSettling(read: Invoice): Invoice {
  const isSettling = useSearchPart(paidInvoiceOf) === read.id && isPayable(read);
  return isSettling ? { ...read, payment_is_processing: true } : read;
}

export const isToPay = (invoice: Invoice): boolean => isPayable(invoice) && !invoice.payment_is_processing;

function Way({ invoice, of: Button }: { invoice: Invoice; of: ComponentType<{ invoice: Invoice }> }) {
  return isToPay(useSettling(invoice)) && <Button invoice={invoice} />;
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
