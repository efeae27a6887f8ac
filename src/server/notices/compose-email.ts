import { sentEmail } from '#contract/email-address.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { correctionPdf, invoicePdf } from '#server/documents/threads/document-threads.ts';
import type { EInvoiceSource } from '#server/documents/e-invoice/e-invoice-document.ts';
import { cancelingNoteSource, correctedInvoiceSource, eInvoiceOf, invoiceSource } from '#server/documents/e-invoice/e-invoice-sources.ts';
import { invoiceDocumentData } from '#server/store/invoices/invoice-document-data.ts';
import { noticeKindRules, type NoticeFacts, type NoticeKind, type NoticeTruth } from '#server/domain/notices.ts';
import type { TakenDelivery } from '#server/store/notices/notices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { hasOwnInvoices } from '#server/store/organizations.ts';
import { newConfirmationLink } from '#server/store/notices/confirmations.ts';
import { shortName } from './email-content.ts';
import { renderEmail, type EmailReason } from './render-email.tsx';
import type { OutgoingEmail, EmailAttachment } from './transport.ts';
import { wordsOfNotice } from './messages/all-messages.ts';
import type { NoticeContext } from './notice-context.ts';

/** The host does not receive emails. */
const idHost = 'notices.groundwork.example';

/** All attempts of a delivery have the same Message-ID. */
export const emailId = (delivery: string): string => `<${delivery}@${idHost}>`;

const idForm = new RegExp(`\\b(?:notice|digest)-([1-9]\\d{0,14})@${idHost.replaceAll('.', '\\.')}\\b`, 'g');

export const deliveriesNamedIn = (text: string): number[] => [...text.matchAll(idForm)].map(([, id]) => Number(id));

export function reasonOf({ kind, facts, isFormer, isSubstitute }: TakenDelivery): EmailReason {
  if (kind === 'confirm_address') return 'unconfirmed';
  if (noticeKindRules[kind].isForOwners) return isSubstitute ? 'ownerless' : 'owner';
  if (noticeKindRules[kind].isForApprovers) return 'approver';
  if (isSubstitute) return 'member';
  return 'recipients' in facts ? 'named' : isFormer ? 'former' : 'recipient';
}

export async function composeEmail(
  { db, origin, attached }: Pick<NoticeContext, 'db' | 'origin' | 'attached'>,
  delivery: TakenDelivery,
  { isPaid, facts: now }: NoticeTruth,
  sentAt: Date,
): Promise<OutgoingEmail> {
  const { id, kind, facts, slug, organizationName, address } = delivery;
  const link = kind === 'confirm_address' ? { token: await newConfirmationLink(db, delivery, secondsOf(sentAt)) } : {};
  const content = wordsOfNotice(kind, { ...facts, ...now, ...link }, { name: shortName(organizationName), isPaid });
  const body = renderEmail(content, { origin: origin(), slug, organizationName, address, reason: reasonOf(delivery) });
  const attach = attachmentsOf[kind];
  const attachments = attach ? await attachedOnce(attached, delivery, () => attach(db, delivery)) : [];
  return { id: emailId(`notice-${id}`), kind, organization: slug, to: sentEmail(address), ...body, attachments, sentAt };
}

async function attachedOnce(
  attached: NoticeContext['attached'],
  { noticeId }: TakenDelivery,
  make: () => Promise<EmailAttachment[]>,
): Promise<readonly EmailAttachment[]> {
  const known = attached.get(noticeId) ?? (await make());
  attached.set(noticeId, known);
  return known;
}

/** Returns no attachment if the e-invoice would break a rule of the standard. */
function eInvoiceAttachment(source: EInvoiceSource): EmailAttachment[] {
  const outcome = eInvoiceOf(source);
  return 'xml' in outcome ? [{ name: `${source.number}.xml`, type: 'application/xml', content: Buffer.from(outcome.xml) }] : [];
}

/** Returns the credit note and the corrected invoice of a correction. If the billing page shows no invoices, the list is empty. */
async function correctionAttachments(db: Database, { organizationId, invoiceId, facts }: TakenDelivery): Promise<EmailAttachment[]> {
  if (!(await hasOwnInvoices(db, organizationId))) return [];
  const papers = await invoiceDocumentData(db, organizationId, invoiceId ?? '');
  const correction = papers?.corrections[(facts as NoticeFacts['buyer_corrected']).position - 1];
  if (!papers || !correction) return [];
  const of = { papers, lines: await readInvoiceLines(db, organizationId, papers.invoice.id), correction };
  const note = await correctionPdf(organizationId, 'canceling_note', of);
  const invoice = await correctionPdf(organizationId, 'corrected_invoice', of);
  return [
    { name: `${correction.creditNoteNumber}.pdf`, type: 'application/pdf', content: note },
    ...eInvoiceAttachment(cancelingNoteSource(papers, of.lines, correction)),
    { name: `${correction.correctedNumber}.pdf`, type: 'application/pdf', content: invoice },
    ...eInvoiceAttachment(correctedInvoiceSource(papers, of.lines, correction)),
  ];
}

/** Returns the invoice PDF, and the e-invoice if it breaks no rule. Returns an empty list if the billing page shows no invoices. */
async function invoiceAttachment(db: Database, { organizationId, invoiceId }: TakenDelivery): Promise<EmailAttachment[]> {
  if (!(await hasOwnInvoices(db, organizationId))) return [];
  const papers = await invoiceDocumentData(db, organizationId, invoiceId ?? '');
  if (!papers) return [];
  const lines = await readInvoiceLines(db, organizationId, papers.invoice.id);
  return [
    { name: `${papers.invoice.number}.pdf`, type: 'application/pdf', content: await invoicePdf(organizationId, papers, lines) },
    ...eInvoiceAttachment(invoiceSource(papers, lines)),
  ];
}

const attachmentsOf: Partial<Record<NoticeKind, typeof invoiceAttachment>> = {
  invoice_issued: invoiceAttachment,
  buyer_corrected: correctionAttachments,
};
