import { activityRows } from '#server/documents/activity-rows.ts';
import { renderDocument } from '#server/documents/invoice-document.ts';
import { cancelingNoteWords, correctedInvoiceWords } from '#server/documents/correction-messages.ts';
import { creditNoteFacts } from '#server/documents/credit-note-messages.ts';
import { invoiceWords, receiptWords } from '#server/documents/invoice-messages.ts';
import { lineRows, totalsRows } from '#server/documents/invoice-rows.ts';
import { statementFacts } from '#server/documents/statement-messages.ts';
import type { DocumentKind, DocumentResults, DocumentTask } from './document-task.ts';

export default function makeDocument(task: DocumentTask): Promise<DocumentResults[DocumentKind]> | DocumentResults[DocumentKind] {
  switch (task.kind) {
    case 'invoice':
      return renderDocument(invoiceWords(task.papers, task.lines));
    case 'corrected_invoice':
      return renderDocument(correctedInvoiceWords(task.papers, task.lines, task.correction));
    case 'canceling_note':
      return renderDocument(cancelingNoteWords(task.papers, task.lines, task.correction));
    case 'receipt':
      return renderDocument(receiptWords(task.papers));
    case 'credit_note':
      return renderDocument(creditNoteFacts(task.papers));
    case 'statement':
      return renderDocument(statementFacts(task.papers));
    case 'totals':
      return totalsRows(task.invoices, task.payments, task.corrections);
    case 'lines':
      return lineRows(task.invoices, task.lines, task.notes, task.corrections);
    case 'activity':
      return activityRows(task.entries);
  }
}
