import type { ReactNode } from 'react';
import type { Invoice, InvoiceLine } from '#contract/types.ts';
import { creditNoteWords } from '#lib/credit-note-messages.ts';
import { creditNoteName } from '#lib/invoice-balance.ts';
import { formatDateTime, unbrokenDate } from '#lib/dates/format.ts';
import { billedToLines, noTaxWords, sellerLines } from '#lib/invoice-parties.ts';
import { Code } from '#ui/Code/Code.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { Money } from '#ui/Money/Money.tsx';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import factStyles from '#billing/shared/page/Facts.module.css';
import { DocumentButton } from './DocumentButton.tsx';
import { EInvoiceButton, EInvoiceFaults } from './EInvoice.tsx';
import { InvoiceCorrections } from './InvoiceCorrections.tsx';
import { CorrectBuyer } from './CorrectBuyer.tsx';
import { InvoiceStatus } from './invoice-columns.tsx';
import { correctionPaperTexts } from './invoice-rows.ts';
import type { InvoicePaper } from './show-document.ts';
import styles from './InvoicePage.module.css';
import { isPayable } from './invoice-status.ts';
import { WhoCanPay } from './WhoCanPay.tsx';

function periodOf(lines: readonly InvoiceLine[]): string | null {
  if (lines.length === 0) return null;
  const start = Math.min(...lines.map(({ period }) => period.start));
  const end = Math.max(...lines.map(({ period }) => period.end));
  return `${unbrokenDate(start)} to ${unbrokenDate(end)}`;
}

export interface InvoiceFactsProps {
  invoice: Invoice;
  /** Empty until the lines are loaded. */
  lines: readonly InvoiceLine[];
}

export function InvoiceFacts({ invoice, lines }: InvoiceFactsProps) {
  const period = periodOf(lines);
  return (
    <>
      <dl className={styles.head}>
        <Fact term="Invoice number">
          <Code>{invoice.number}</Code>
        </Fact>
        <Fact term="Date">
          <DateText seconds={invoice.period_end} />
        </Fact>
        {period !== null && <Fact term="Period">{period}</Fact>}
        <Fact term={isPayable(invoice) ? 'Amount due' : 'Amount'}>
          <Money cents={invoice.amount_due} tone={isPayable(invoice) ? 'owed' : 'plain'} />
        </Fact>
        <Status invoice={invoice} />
      </dl>
      <dl className={factStyles.facts}>
        {invoice.seller && (
          <Fact term="From">
            <span className={styles.address}>{sellerLines(invoice.seller).join('\n')}</span>
          </Fact>
        )}
        <BilledTo invoice={invoice} />
        {invoice.seller && <Fact term="Tax">{noTaxWords(invoice.seller)}</Fact>}
        <StaffActions actions={invoice.staff_actions ?? []} />
        <CreditNotes invoice={invoice} />
        <InvoiceCorrections invoice={invoice} />
        <EInvoiceFaults invoice={invoice} />
      </dl>
      <WhoCanPay invoices={[invoice]} at="" />
      <div className={styles.documents} data-print="never">
        <DocumentButton invoice={invoice} document="invoice_pdf" />
        <EInvoiceButton invoice={invoice} offer={invoice.e_invoice} name={`invoice ${invoice.number}`} offerIn={(read) => read.e_invoice} />
        {invoice.receipt_pdf && <DocumentButton invoice={invoice} document="receipt_pdf" />}
        <CorrectBuyer invoice={invoice} />
      </div>
    </>
  );
}

function Status({ invoice }: { invoice: Invoice }) {
  return (
    <div>
      <dt className={factStyles.term}>Status</dt>
      <dd>
        <InvoiceStatus invoice={invoice} />
        {invoice.waits_for_po_until !== undefined && (
          <p>{`Waits for a purchase order number, until ${formatDateTime(invoice.waits_for_po_until)}. Add one under Billing Address & Tax ID.`}</p>
        )}
      </dd>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className={factStyles.term}>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function StaffActions({ actions }: { actions: NonNullable<Invoice['staff_actions']> }) {
  if (actions.length === 0) return null;
  return (
    <div className={styles.wide}>
      <dt className={factStyles.term}>From our staff</dt>
      {actions.map(({ at, words }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list only grows at its end
        <dd key={index}>
          {words} (<DateText seconds={at} />)
        </dd>
      ))}
    </div>
  );
}

const creditNotePaper = (id: string, name: string): InvoicePaper => ({
  label: correctionPaperTexts.creditNote,
  name,
  addressIn: ({ credit_notes: notes }) => notes?.find((note) => note.id === id)?.pdf,
});

function CreditNotes({ invoice }: { invoice: Invoice }) {
  const notes = invoice.credit_notes ?? [];
  if (notes.length === 0) return null;
  return (
    <div className={styles.wide}>
      <dt className={factStyles.term}>{creditNoteName}</dt>
      {notes.map(({ at, amount, added_to_credits: balanceCents, reason, ...note }) => (
        <dd key={note.id}>
          {creditNoteWords({ number: note.number, atSeconds: at, amountCents: amount, balanceCents, reason })}
          {note.pdf && (
            <div className={styles.documents} data-print="never">
              <DocumentButton invoice={invoice} document={creditNotePaper(note.id, note.number ?? '')} />
              <EInvoiceButton
                invoice={invoice}
                offer={note.e_invoice}
                name={`credit note ${note.number}`}
                offerIn={({ credit_notes: read }) => read?.find(({ id }) => id === note.id)?.e_invoice}
              />
            </div>
          )}
        </dd>
      ))}
    </div>
  );
}

/** If the invoice has no buyer, shows the current customer. Hidden from members who can't read billing details. */
function BilledTo({ invoice }: { invoice: Invoice }) {
  const organization = useOrganization().data;
  const customer = useCustomer();
  if (customer.kind !== 'ready') return null;
  const { billing_name: billingName = null, address = null, tax_id: taxId } = customer.data;
  const today = { name: organization?.name ?? '', billing_name: billingName, address, tax_id: taxId };
  return (
    <Fact term="Billed to">
      <address className={styles.address}>{billedToLines(invoice.billed_to ?? today).join('\n')}</address>
    </Fact>
  );
}
