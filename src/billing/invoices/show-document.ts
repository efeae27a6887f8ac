import { isOfPlatform, mayLeadTo } from '#lib/allowed-addresses.ts';
import { callPlatform, fetchFile } from '#lib/browser/call.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

export type InvoiceDocument = 'invoice_pdf' | 'receipt_pdf' | 'credit_note';

export interface WantedDocument {
  readonly slug: string;
  readonly invoiceId: string;
  readonly document: InvoiceDocument;
  /** Id of the credit note to show. */
  readonly creditNoteId?: string | undefined;
}

/**
 * Opens a document in an empty tab.
 * @param tab null if the browser blocked it
 * @returns the document's URL for a blocked tab; null otherwise
 * @throws {Error} if there is no document, or it must not be shown; the message says why
 */
export async function showDocument(tab: Window | null, wanted: WantedDocument): Promise<string | null> {
  const address = await addressOf(wanted);
  if (!tab) return address;
  tab.location.replace(address);
  return null;
}

async function addressOf({ slug, invoiceId, document, creditNoteId }: WantedDocument): Promise<string> {
  const { data } = await callPlatform('getInvoice', { params: { slug, invoice_id: invoiceId } });
  const note = data.credit_notes?.find(({ id }) => id === creditNoteId);
  const address = document === 'credit_note' ? note?.pdf : data[document];
  if (!address) throw new Error(texts.noPdf);
  if (!mayLeadTo(address, 'document', location.origin)) throw new Error('The document has an address that is not allowed here');
  // Checks for an error here, because the new tab would show a raw error response.
  const { origin } = new URL(address);
  if (origin === location.origin) {
    const answer = await fetch(address, { method: 'HEAD' });
    if (!answer.ok) throw new Error(`The platform answered with status ${answer.status}`);
  }
  if (!isOfPlatform(origin)) return address;
  // A tab can't send the bearer token, so the document is fetched here and shown from memory.
  return URL.createObjectURL(await (await fetchFile(address)).blob());
}
