import { formatDate } from '#lib/dates/format.ts';
import { billedToLines, noTaxWords, sellerLines } from '#lib/invoice-parties.ts';
import { formatCents } from '#lib/money.ts';
import { productName } from '#lib/product.ts';
import { secondsOf } from '#server/database/database.ts';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import type { DocumentFacts } from './invoice-document.ts';

export function creditNoteFacts({ note, invoiceNumber }: CreditNotePapers): DocumentFacts {
  const { number, createdAt, amountCents, balanceCents, reason, billedTo, seller } = note;
  const day = formatDate(secondsOf(createdAt));
  const offCents = amountCents - balanceCents;
  return {
    heading: 'Credit note',
    title: `Credit note ${number}`,
    created: createdAt,
    seller: seller ? sellerLines(seller) : [productName],
    billedTo: billedTo ? billedToLines(billedTo) : [],
    country: billedTo?.address?.country ?? null,
    facts: [
      ['Credit note number', number ?? ''],
      ['Date', day],
      ['Invoice number', invoiceNumber],
    ],
    periodHead: 'Date',
    lines: [{ description: reason, detail: `Invoice ${invoiceNumber}`, period: day, amount: formatCents(-amountCents) }],
    totals: [['Total', formatCents(-amountCents)]],
    notes: [
      ...(offCents > 0 ? [`${formatCents(offCents)} was deducted from invoice ${invoiceNumber}.`] : []),
      ...(balanceCents > 0 ? [`${formatCents(balanceCents)} was added to the credit balance.`] : []),
      noTaxWords(seller),
      'All amounts are in US dollars.',
    ],
  };
}
