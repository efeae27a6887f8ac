import type { Invoice } from '#contract/types.ts';
import { isOfPlatform, mayLeadTo } from '#lib/allowed-addresses.ts';
import { callPlatform, fetchFile } from '#lib/browser/call.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

export interface InvoicePaper {
  readonly label: string;
  readonly name: string;
  readonly addressIn: (invoice: Invoice) => string | null | undefined;
}

export interface WantedDocument {
  readonly slug: string;
  readonly invoiceId: string;
  readonly addressIn: InvoicePaper['addressIn'];
}

/**
 * @param tab tab for the document; null if the browser blocked the tab
 * @returns the document's URL if the browser blocked the tab; null otherwise
 * @throws {Error} with the reason as message, if there is no document or its URL is not allowed
 */
export async function showDocument(tab: Window | null, wanted: WantedDocument): Promise<string | null> {
  const address = await addressOf(wanted);
  if (!tab) return address;
  tab.location.replace(address);
  return null;
}

async function addressOf({ slug, invoiceId, addressIn }: WantedDocument): Promise<string> {
  const { data } = await callPlatform('getInvoice', { params: { slug, invoice_id: invoiceId } });
  const address = addressIn(data);
  if (!address) throw new Error(texts.noPdf);
  if (!mayLeadTo(address, 'document', location.origin)) throw new Error('The document has a URL that is not allowed here');
  // Checks for an error first, because the new tab would show a raw error response.
  const { origin } = new URL(address);
  if (origin === location.origin) {
    const answer = await fetch(address, { method: 'HEAD' });
    if (!answer.ok) throw new Error(`The platform answered with status ${answer.status}`);
  }
  if (!isOfPlatform(origin)) return address;
  // A tab can't send the bearer token, so the document is fetched here and shown from memory.
  return URL.createObjectURL(await (await fetchFile(address)).blob());
}
