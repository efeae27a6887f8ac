import type { Invoice } from '#contract/types.ts';
import { isOwed } from '#lib/invoice-status.ts';
import { invoiceStatusLabel } from '#lib/invoice-status-label.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

export interface InvoiceStatusDisplay {
  readonly label: string;
  readonly tone: 'neutral' | 'positive' | 'negative' | 'info';
  /** Text that explains the status to the member; null for a forgiven invoice. */
  readonly explanation: string | null;
}

type StatusFacts = Pick<Invoice, 'status' | 'payment_attempted' | 'payment_is_processing' | 'collection'>;

/** Returns how to show a status (specification, section 4). A payment in progress overrides every status. */
export function invoiceStatusDisplay(invoice: StatusFacts): InvoiceStatusDisplay {
  if (invoice.payment_is_processing) {
    return { label: texts.processing, tone: 'info', explanation: 'The payment is under way. This can take a few days with some banks.' };
  }
  const label = invoiceStatusLabel(invoice.status);
  switch (invoice.status) {
    case 'draft':
      return { label, tone: 'neutral', explanation: 'This invoice will soon be finalized and charged.' };
    case 'paid':
      return { label, tone: 'positive', explanation: 'No action is needed.' };
    case 'void':
      return { label, tone: 'neutral', explanation: null };
    case 'open':
    case 'issued':
    case 'uncollectible':
      return {
        label,
        tone: 'negative',
        explanation: invoice.payment_attempted
          ? 'We could not collect the payment. Check that your payment method is valid and has funds, then use Pay Now. Outstanding invoices may lead to restrictions.'
          : invoice.collection?.on_request
            ? texts.notAutomatic
            : 'This invoice will soon be charged.',
      };
  }
}

export const isUnderWay = (invoice: Pick<Invoice, 'payment_is_processing'>): boolean => invoice.payment_is_processing;

/** Returns true if Pay Now is shown (specification, section 4). */
export const isPayable = ({ status, amount_due: due }: Pick<Invoice, 'status' | 'amount_due'>): boolean => isOwed(status, due);
