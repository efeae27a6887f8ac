import { isOfPlatform, mayLeadTo } from '#lib/allowed-addresses.ts';
import { callPlatform, fetchFile } from '#lib/browser/call.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

export type InvoiceDocument = 'invoice_pdf' | 'receipt_pdf';

export interface WantedDocument {
  readonly slug: string;
  readonly invoiceId: string;
  readonly document: InvoiceDocument;
}

/**
 * Leads an empty tab to a document.
 * @param tab null where the browser has blocked it
 * @returns the address that a blocked tab would have shown; null when there is nothing left to do
 * @throws {Error} when there is no document, or none that may be shown here; its message says why
 */
export async function showDocument(tab: Window | null, wanted: WantedDocument): Promise<string | null> {
  const address = await addressOf(wanted);
  if (!tab) return address;
  tab.location.replace(address);
  return null;
}

async function addressOf({ slug, invoiceId, document }: WantedDocument): Promise<string> {
  const { data } = await callPlatform('getInvoice', { params: { slug, invoice_id: invoiceId } });
  const address = data[document];
  if (!address) throw new Error(texts.noPdf);
  if (!mayLeadTo(address, 'document', location.origin)) throw new Error('The document has an address that is not allowed here');
  // Report a failed document here: the new tab would show a raw error response.
  const { origin } = new URL(address);
  if (origin === location.origin) {
    const answer = await fetch(address, { method: 'HEAD' });
    if (!answer.ok) throw new Error(`The platform answered with status ${answer.status}`);
  }
  if (!isOfPlatform(origin)) return address;
  // A tab can't carry the bearer token: the document is fetched here and shown from memory.
  return URL.createObjectURL(await (await fetchFile(address)).blob());
}
