import type { Invoice, InvoiceLine } from '#contract/types.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { InvoiceFacts } from './InvoiceFacts.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { SentEmails } from './SentEmails.tsx';
import { invoiceStatusDisplay } from './invoice-status.ts';
import type { OneInvoice } from './use-invoice.ts';

/** Shows the contents of the invoice's PDF in an accessible form. */
export function InvoiceSheets({ invoice: { invoice, lines } }: { invoice: OneInvoice }) {
  if (invoice.kind === 'denied') return <NoPermission>{texts.noRead}</NoPermission>;
  return (
    <>
      <SectionSheet id="invoice" title="Invoice" state={stateLine(invoice)} isBusy={invoice.kind === 'loading'}>
        {invoice.kind === 'loading' && <LoadingSheet lines={4} />}
        {invoice.kind === 'failed' && <ReadFailure subject="invoice" title={texts.oneFailed} failed={invoice} />}
        {invoice.kind === 'ready' && <InvoiceFacts invoice={invoice.data} lines={lines?.kind === 'ready' ? lines.data : noLines} />}
      </SectionSheet>
      {lines && (
        <SectionSheet id="invoice-lines" title="Lines" isBusy={lines.kind === 'loading'}>
          {lines.kind === 'loading' && <LoadingSheet lines={6} />}
          {lines.kind === 'failed' && <ReadFailure subject="lines" title={texts.linesFailed} failed={lines} />}
          {lines.kind === 'ready' && invoice.kind === 'ready' && <InvoiceLines invoice={invoice.data} lines={lines.data} />}
        </SectionSheet>
      )}
      {invoice.kind === 'ready' && <SentEmails invoice={invoice.data} />}
    </>
  );
}

const noLines: readonly InvoiceLine[] = [];

const stateLine = (invoice: OneInvoice['invoice']): string | undefined =>
  invoice.kind === 'ready' ? statusWords(invoice.data) : undefined;

const statusWords = (invoice: Invoice): string => invoiceStatusDisplay(invoice).label;
