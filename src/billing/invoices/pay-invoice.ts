import type { QueryClient } from '@tanstack/react-query';
import { mayLeadTo } from '#lib/allowed-addresses.ts';
import { callPlatform } from '#lib/browser/call.ts';
import { messageOf } from '#lib/message-of.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';

/**
 * Asks for the payment page of an invoice and goes there. A failure reloads the list: the invoice may be paid by now.
 * @param onReturn the member has come back to this very page, as with the browser's Back
 * @returns what went wrong; null when the browser is on its way
 */
export async function payInvoice(client: QueryClient, slug: string, invoiceId: string, onReturn: () => void): Promise<string | null> {
  try {
    const { data } = await callPlatform('getInvoicePaymentLink', { params: { slug, invoice_id: invoiceId } });
    if (!mayLeadTo(data.redirectUrl, 'payment', location.origin))
      throw new Error('The payment page has an address that is not allowed here');
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
