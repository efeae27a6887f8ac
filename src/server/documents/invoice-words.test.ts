import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import type { InvoicePapers } from '#server/store/invoice-papers.ts';
import { invoiceWords } from './invoice-words.ts';

const day = new Date('2026-02-03T00:00:00Z');

/** An invoice over twenty dollars. */
function papers(status: InvoicePapers['invoice']['status'], brand: string | null = null): InvoicePapers {
  const invoice = { number: 'ABCD-0012', status, periodEnd: day, dueAt: day, subtotalCents: 2000, amountDueCents: 2000 };
  const card = brand === null ? null : { brand, last4: '0004' };
  const billedTo = { name: 'Acme', address: null, tax_id: null };
  return { invoice, billedTo, periodStart: day, paidAt: day, card } as unknown as InvoicePapers;
}

it.each([
  ['diners', '$20.00 paid on Feb 03, 2026 with Diners Club ending in 0004.'],
  ['cartes_bancaires', '$20.00 paid on Feb 03, 2026 with Cartes Bancaires ending in 0004.'],
  [null, '$20.00 paid on Feb 03, 2026.'],
])('names the card as the page does: %s', (brand, note) => {
  expect(invoiceWords(papers('paid', brand), []).notes).toContain(note);
});

it.each([
  [-53_535, 0, 'Credits added', '$535.35', 'Credits added: The rest of the unused time, added to the credit balance.'],
  [
    61_024,
    118_925,
    'Owed from before',
    '$579.01',
    'Owed from before: The credit balance was below zero. That is collected with this invoice.',
  ],
  [2500, 500, 'Credits applied', formatCents(-2000), 'Credits applied: Taken from the credit balance first.'],
])('says what the credit balance did: %d comes to %d', (subtotalCents, amountDueCents, name, amount, note) => {
  const { invoice, ...others } = papers('open');
  const { totals, notes } = invoiceWords({ ...others, invoice: { ...invoice, subtotalCents, amountDueCents } }, []);
  expect([totals[1], totals.length, notes[0]]).toEqual([[name, amount], 3, note]);
});

it('says nothing of a credit balance that had no part in it', () => {
  const { totals, notes } = invoiceWords(papers('open'), []);
  expect([totals.map(([name]) => name), notes]).toEqual([['Subtotal', 'Amount due'], ['All amounts are in US dollars.']]);
});

it.each([
  ['draft', 'Upcoming', 'Total'],
  ['paid', 'Paid', 'Total'],
  ['void', 'Forgiven', 'Total'],
  ['open', 'Outstanding', 'Amount due'],
  ['issued', 'Outstanding', 'Amount due'],
  ['uncollectible', 'Outstanding', 'Amount due'],
] as const)('labels %s as the page does, and says what is due', (status, label, total) => {
  const { facts, totals } = invoiceWords(papers(status), []);
  expect(facts).toContainEqual(['Status', label]);
  expect(facts.some(([name]) => name === 'Due')).toBe(total === 'Amount due');
  expect(totals.at(-1)).toEqual([total, '$20.00']);
});
