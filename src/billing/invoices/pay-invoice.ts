import type { QueryClient } from '@tanstack/react-query';
import { mayLeadTo } from '#lib/allowed-addresses.ts';
import { callPlatform } from '#lib/browser/call.ts';
import { messageOf } from '#lib/message-of.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';

/**
 * Opens the payment page of an invoice. After an error, reloads the list, because the invoice may already be paid.
 * @param onReturn called when the member comes back to this page, for example with the browser's Back
 * @returns the error message; null if the browser opens the payment page
 */
export async function payInvoice(client: QueryClient, slug: string, invoiceId: string, onReturn: () => void): Promise<string | null> {
  try {
    const { data } = await callPlatform('getInvoicePaymentLink', { params: { slug, invoice_id: invoiceId } });
    if (!mayLeadTo(data.redirectUrl, 'payment', location.origin)) throw new Error('The payment page has a URL that is not allowed here');
    const back = (event: PageTransitionEvent): void => {
      window.removeEventListener('pageshow', back);
      if (!event.persisted) return;
      onReturn();
      void refreshReads(client, slug, 'invoices');
    };
    window.addEventListener('pageshow', back);
    location.assign(data.redirectUrl);
    return null;
  } catch (error) {
    void refreshReads(client, slug, 'invoices');
    return messageOf(error);
  }
}
