import type { QueryClient } from '@tanstack/react-query';
import { mayLeadTo } from '#lib/allowed-addresses.ts';
import { call } from '#lib/call.ts';
import { messageOf } from '#lib/message-of.ts';
import { refresh } from '#billing/shared/refresh.ts';

/**
 * Asks for the payment page of an invoice and goes there. A failure reads the list anew: it may be paid by now.
 * @param onReturn the member has come back to this very page, as with the browser's Back
 * @returns what went wrong; null when the browser is on its way
 */
export async function payInvoice(client: QueryClient, slug: string, invoiceId: string, onReturn: () => void): Promise<string | null> {
  try {
    const { data } = await call('getInvoicePaymentLink', { params: { slug, invoice_id: invoiceId } });
    if (!mayLeadTo(data.redirectUrl, 'payment', location.origin))
      throw new Error('The payment page has an address that is not allowed here');
    const back = (event: PageTransitionEvent): void => {
      window.removeEventListener('pageshow', back);
      if (!event.persisted) return;
      onReturn();
      void refresh(client, slug, 'invoices');
    };
    window.addEventListener('pageshow', back);
    location.assign(data.redirectUrl);
    return null;
  } catch (error) {
    void refresh(client, slug, 'invoices');
    return messageOf(error);
  }
}
