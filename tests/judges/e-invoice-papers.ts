import {
  cancelingNoteSource,
  correctedInvoiceSource,
  creditNoteSource,
  invoiceSource,
} from '#server/documents/e-invoice/e-invoice-sources.ts';
import type { EInvoiceSource } from '#server/documents/e-invoice/e-invoice-document.ts';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { buyerOf, sellerOf, sourceOf } from '#tests/support/e-invoice-faults.ts';

/** VAT categories of issued documents. The platform charges no tax, so the standard rate (S) is missing. */
const categories = ['O', 'Z', 'E', 'AE', 'K'] as const;
type Category = (typeof categories)[number];

/** States of documents: for example owed, covered by credits, with earlier debt, or without a due date. */
const states = {
  owed: { status: 'open', subtotalCents: 2734, amountDueCents: 2234, creditedCents: 0, dueAt: new Date('2026-02-17') },
  credited: { status: 'issued', subtotalCents: 2734, amountDueCents: 1000, creditedCents: 1234, dueAt: new Date('2026-03-05') },
  covered: { status: 'paid', subtotalCents: 2734, amountDueCents: 0, creditedCents: 0, dueAt: null },
  indebted: { status: 'paid', subtotalCents: 2734, amountDueCents: 3000, creditedCents: 0, dueAt: null },
  forgiven: { status: 'void', subtotalCents: 2734, amountDueCents: 2734, creditedCents: 0, dueAt: new Date('2026-02-17') },
  'written off': { status: 'uncollectible', subtotalCents: 2734, amountDueCents: 2734, creditedCents: 0, dueAt: new Date('2026-02-17') },
} as const;

const lines = sourceOf('O').lines;
const periodStart = new Date('2026-01-03');
const periodEnd = new Date('2026-02-03');

function papersOf(category: Category, state: keyof typeof states): InvoicePapers {
  const invoice = { number: 'LP-ACME-0001', periodEnd, seller: sellerOf(category), billedTo: buyerOf, ...states[state] };
  return { invoice, billedTo: buyerOf, periodStart, payment: null, creditNotes: [], corrections: [] } as unknown as InvoicePapers;
}

const correctionOf = (category: Category, position: number): CorrectionRow => ({
  organizationId: 1,
  invoiceId: 'in_1',
  position,
  correctedNumber: `LP-ACME-000${position + 1}`,
  creditNoteNumber: `LP-ACME-CN-000${position}`,
  billedTo: { ...buyerOf, billing_name: `Acme Holding ${position}` },
  seller: sellerOf(category),
  correctedAt: new Date('2026-02-20'),
});

const noteOf = (category: Category): CreditNotePapers =>
  ({
    note: {
      number: 'LP-ACME-CN-0001',
      createdAt: new Date('2026-02-20'),
      amountCents: 1500,
      balanceCents: 300,
      reason: 'Unused time on the Team Plan',
      billedTo: buyerOf,
      seller: sellerOf(category),
    },
    invoiceNumber: 'LP-ACME-0001',
    periodStart,
    periodEnd,
  }) as unknown as CreditNotePapers;

export interface JudgedPaper {
  readonly name: string;
  readonly source: EInvoiceSource;
}

/** Documents of a category: an invoice in each state, then a corrected invoice, a canceling credit note and a credit note. */
function papersOfCategory(category: Category): JudgedPaper[] {
  const first = correctionOf(category, 1);
  const second = correctionOf(category, 2);
  const papers = { ...papersOf(category, 'credited'), corrections: [first, second] };
  return [
    ...(Object.keys(states) as (keyof typeof states)[]).map((state) => ({
      name: `invoice, ${state}`,
      source: invoiceSource(papersOf(category, state), lines),
    })),
    { name: 'corrected invoice', source: correctedInvoiceSource(papers, lines, category === 'O' ? first : second) },
    { name: 'canceling credit note', source: cancelingNoteSource(papers, lines, category === 'O' ? first : second) },
    { name: 'credit note', source: creditNoteSource(noteOf(category)) },
  ].map((paper) => ({ ...paper, name: `${category}, ${paper.name}` }));
}

export const offeredPapers: readonly JudgedPaper[] = categories.flatMap(papersOfCategory);

/** Documents that break a rule because the seller or the buyer has not filled in a required field. */
export const refusedPapers: readonly JudgedPaper[] = [
  { name: 'no billing address', source: sourceOf('O', { billedTo: { ...buyerOf, address: null } }) },
  { name: 'no country of the seller', source: sourceOf('O', { seller: { ...sellerOf('O'), country: '' } }) },
  { name: 'reverse charge without a tax ID', source: sourceOf('AE', { billedTo: { ...buyerOf, tax_id: null } }) },
  { name: 'intra-community supply without a tax ID', source: sourceOf('K', { billedTo: { ...buyerOf, tax_id: null } }) },
  { name: 'exempt without a reason', source: sourceOf('E', { seller: { ...sellerOf('E'), no_tax_reason: ' ' } }) },
  { name: 'no VAT category', source: sourceOf('S') },
  { name: 'no lines', source: sourceOf('O', { lines: [], payableCents: 0 }) },
];
