import { expect, it } from 'vitest';
import type { CreditNotePapers } from '#server/store/credit-notes.ts';
import { creditNoteFacts } from './credit-note-messages.ts';

const papers = (balanceCents: number): CreditNotePapers =>
  ({
    invoiceNumber: 'ABCD-0012',
    note: {
      number: 'ABCD-CN-0001',
      createdAt: new Date('2026-02-03T00:00:00Z'),
      amountCents: 1500,
      balanceCents,
      reason: 'Unused time on the Team Plan',
      billedTo: { name: 'Acme', billing_name: null, address: null, tax_id: null, po_number: 'PO-1' },
      seller: { name: 'Lantern GmbH', address: [], registration: 'HRB 1', vat_number: 'DE1', no_tax_reason: 'Reverse charge.' },
    },
  }) as unknown as CreditNotePapers;

it('names its number, its invoice, both parties and the amount', () => {
  expect(creditNoteFacts(papers(300))).toMatchObject({
    heading: 'Credit note',
    title: 'Credit note ABCD-CN-0001',
    seller: ['Lantern GmbH', 'Registration: HRB 1', 'VAT number: DE1'],
    billedTo: ['Acme', 'Purchase order: PO-1'],
    facts: [
      ['Credit note number', 'ABCD-CN-0001'],
      ['Date', 'Feb 03, 2026'],
      ['Invoice number', 'ABCD-0012'],
    ],
    periodHead: 'Date',
    lines: [{ description: 'Unused time on the Team Plan', period: 'Feb 03, 2026', amount: '\u2212$15.00' }],
    totals: [['Total', '\u2212$15.00']],
  });
});

it.each([
  [300, ['$12.00 was deducted from invoice ABCD-0012.', '$3.00 was added to the credit balance.']],
  [1500, ['$15.00 was added to the credit balance.']],
  [0, ['$15.00 was deducted from invoice ABCD-0012.']],
])('says what became of the amount, %d cents of which are credit', (balanceCents, words) => {
  expect(creditNoteFacts(papers(balanceCents)).notes).toEqual([
    ...words,
    'No tax was charged. Reverse charge.',
    'All amounts are in US dollars.',
  ]);
});
