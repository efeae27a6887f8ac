import { expect, it } from 'vitest';
import type { BilledLine } from '#server/database/line-format.ts';
import type { CorrectionRow } from '#server/store/invoices/invoice-corrections.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { cancelingNoteWords, correctedInvoiceWords } from './correction-messages.ts';
import { invoiceWords, receiptWords } from './invoice-messages.ts';

const day = new Date('2026-02-03T00:00:00Z');
const buyer = (name: string) => ({ name: 'Acme', billing_name: name, address: null, tax_id: null });
const seller = { name: 'Lantern GmbH', address: [], registration: 'HRB 1', vat_number: 'DE1', no_tax_reason: 'Reverse charge.' };

const corrections: CorrectionRow[] = ['Second Ltd', 'Third Ltd'].map((name, index) => ({
  organizationId: 1,
  invoiceId: 'in_1',
  position: index + 1,
  correctedNumber: `ABCD-002${index}`,
  creditNoteNumber: `ABCD-CN-000${index + 1}`,
  billedTo: buyer(name),
  seller,
  correctedAt: new Date(day.getTime() + (index + 1) * 86_400_000),
}));

const papers = {
  invoice: {
    number: 'ABCD-0012',
    status: 'paid',
    periodEnd: day,
    dueAt: day,
    subtotalCents: 2000,
    amountDueCents: 2000,
    carriedCents: 0,
    creditedCents: 0,
    seller,
  },
  billedTo: buyer('First Ltd'),
  periodStart: day,
  payment: { at: day.getTime() / 1000, card: null, isOnPaymentPage: false },
  creditNotes: [],
  corrections,
} as unknown as InvoicePapers;

const line = (description: string, amountCents: number) => ({
  description,
  amountCents,
  amountBeforeDiscountCents: amountCents,
  metric: null,
  derivation: null,
  carriedOver: false,
  unitPriceDescription: '',
  periodStartSeconds: 0,
  periodEndSeconds: 86_400,
  priceBook: '2026',
});
const lines = [line('Pro Plan', 2500), line('Compute Credits', -500)] as unknown as BilledLine[];

const [second, third] = corrections;
if (!second || !third) throw new Error('There are two corrections');
const centsOf = (amount: string): number => Math.round(Number(amount.replace('\u2212', '-').replace('$', '')) * 100);

it.each([
  ['the first', second, 'First Ltd', 'Second Ltd', 'ABCD-0012'],
  ['the second', third, 'Second Ltd', 'Third Ltd', 'ABCD-0020'],
])('%s correction: invoice, credit note and corrected invoice are the invoice, line by line', (_, correction, was, becomes, before) => {
  const note = cancelingNoteWords(papers, lines, correction);
  const corrected = correctedInvoiceWords(papers, lines, correction);
  const original = invoiceWords(papers, lines);
  expect(corrected.lines).toEqual(original.lines);
  expect(note.lines.map(({ description }) => description)).toEqual(original.lines.map(({ description }) => description));
  expect(note.lines.map(({ amount }) => centsOf(amount))).toEqual(original.lines.map(({ amount }) => -centsOf(amount)));
  expect(note.totals).toEqual([['Total', '\u2212$20.00']]);
  expect(corrected.totals).toEqual(original.totals);
  expect([note.billedTo, corrected.billedTo]).toEqual([
    [was, 'Acme'],
    [becomes, 'Acme'],
  ]);
  expect(note.facts).toContainEqual(['Cancels invoice', before]);
  expect(corrected.facts.slice(0, 2)).toEqual([
    ['Invoice number', correction.correctedNumber],
    ['Corrects invoice', before],
  ]);
  expect(note.notes).toContain('No tax was charged. Reverse charge.');
});

it('names the latest correction on the invoice and on the corrected invoices before it, and the buyer of today on the receipt', () => {
  const link = 'Corrected by invoice ABCD-0021, with credit note ABCD-CN-0002.';
  expect(invoiceWords(papers, lines).notes[0]).toBe(link);
  expect(correctedInvoiceWords(papers, lines, second).notes).toContain(link);
  expect(correctedInvoiceWords(papers, lines, third).notes.join(' ')).not.toContain('Corrected by');
  const receipt = receiptWords(papers);
  expect([receipt.title, receipt.billedTo]).toEqual(['Receipt of invoice ABCD-0021', ['Third Ltd', 'Acme']]);
});
