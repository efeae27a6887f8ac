import { expect, it } from 'vitest';
import { formatCents } from '#lib/money.ts';
import { ratio } from '#lib/money-ratio.ts';
import type { InvoicePapers } from '#server/store/invoices/invoice-document-data.ts';
import { invoiceWords } from './invoice-messages.ts';

const day = new Date('2026-02-03T00:00:00Z');

function papers(status: InvoicePapers['invoice']['status'], brand: string | null = null): InvoicePapers {
  const sums = { subtotalCents: 2000, amountDueCents: 2000, carriedCents: 0, creditedCents: 0 };
  const invoice = { number: 'ABCD-0012', status, periodEnd: day, dueAt: day, ...sums };
  const card = brand === null ? null : { brand, last4: '0004' };
  const payment = { at: day.getTime() / 1000, card, isOnPaymentPage: false };
  const billedTo = { name: 'Acme', address: null, tax_id: null };
  return { invoice, billedTo, periodStart: day, payment, creditNotes: [], corrections: [] } as unknown as InvoicePapers;
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

it('says that a sum is carried to the next invoice, instead of that nothing was left', () => {
  const { invoice, ...others } = papers('paid');
  const { notes } = invoiceWords({ ...others, invoice: { ...invoice, subtotalCents: 0, amountDueCents: 0, carriedCents: 30 } }, []);
  expect(notes).toContain('$0.30 is too small to charge. It is added to your next invoice.');
});

it('takes credit notes off, and says why', () => {
  const { invoice, ...others } = papers('open');
  const creditNotes = [{ createdAt: day, amountCents: 1500, balanceCents: 300, reason: 'Unused time on the Team Plan' }] as never;
  const { totals, notes } = invoiceWords({ ...others, invoice: { ...invoice, amountDueCents: 800, creditedCents: 1200 }, creditNotes }, []);
  expect(totals).toEqual([
    ['Subtotal', '$20.00'],
    ['Credit notes', '−$12.00'],
    ['Amount due', '$8.00'],
  ]);
  expect(notes[0]).toBe('Credit note of Feb 03, 2026 for $15.00: Unused time on the Team Plan. $3.00 was added to the credit balance.');
});

it('says what earlier invoices hold of a line that was reported later', () => {
  const line = (billable: bigint) => ({
    description: 'Egress, Oct 03 to Nov 03, reported later',
    metric: 'EGRESS',
    unitPriceDescription: '$0.09 per GB after 250 GB',
    amountCents: -1800,
    amountBeforeDiscountCents: -1800,
    periodStartSeconds: 0,
    periodEndSeconds: 1,
    carriedOver: false,
    derivation: {
      invoiced: { amountCents: 4500, amountBeforeDiscountCents: 4500 },
      steps: [{ billable: ratio(billable), priceMicrocents: 9_000_000, perUnits: 1_000_000_000, wholePackages: false }],
    },
  });
  const { lines } = invoiceWords(papers('open'), [line(300_000_000_000n), line(0n)] as never);
  expect(lines.map(({ detail }) => detail)).toEqual(['300.00 GB at $0.09, less $45.00 invoiced earlier', 'less $45.00 invoiced earlier']);
});

it('names the price book below the lines; of several, with the lines of each', () => {
  const line = (description: string, priceBook: string) => ({
    description,
    priceBook,
    metric: null,
    derivation: null,
    amountCents: 1,
    amountBeforeDiscountCents: 1,
  });
  const notesOf = (...lines: ReturnType<typeof line>[]) => invoiceWords(papers('open'), lines as never).notes;
  expect(notesOf(line('Egress', '2026'), line('Micro Compute', '2026'))).toContain('Prices by price book 2026.');
  expect(notesOf(line('Pro Plan', '2027'), line('Egress', '2026'), line('Egress', '2026')).slice(0, 2)).toEqual([
    'Prices by price book 2027: Pro Plan.',
    'Prices by price book 2026: Egress.',
  ]);
});

it('says nothing of a credit balance that had no part in it', () => {
  const { totals, notes } = invoiceWords(papers('open'), []);
  expect([totals.map(([name]) => name), notes]).toEqual([
    ['Subtotal', 'Amount due'],
    ['No tax was charged.', 'All amounts are in US dollars.'],
  ]);
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
  expect(totals).toContainEqual([total, '$20.00']);
  expect(totals.at(-1)).toEqual(status === 'paid' ? ['Amount due', '$0.00'] : [total, '$20.00']);
});

it("says that no tax was charged, with the seller's reason of the day", () => {
  const { invoice, ...others } = papers('open');
  const seller = { name: 'Lantern GmbH', address: [], registration: 'HRB 1', vat_number: 'DE1', no_tax_reason: 'Reverse charge.' };
  expect(invoiceWords({ ...others, invoice: { ...invoice, seller } }, []).notes).toContain('No tax was charged. Reverse charge.');
  expect(invoiceWords({ ...others, invoice: { ...invoice, seller: null } }, []).notes).toContain('No tax was charged.');
});

it('says what was paid, when and how', () => {
  expect(invoiceWords(papers('paid', 'visa'), []).totals.slice(1)).toEqual([
    ['Total', '$20.00'],
    ['Paid on Feb 03, 2026 with Visa ending in 0004', '−$20.00'],
    ['Amount due', '$0.00'],
  ]);
});

it('shows a quantity beside its price, and a discount as a line of its own', () => {
  const steps = [{ billable: ratio(720n), priceMicrocents: 1_344_000, perUnits: 1, wholePackages: false }];
  const amounts = { amountCents: 871, amountBeforeDiscountCents: 968, periodStartSeconds: 0, periodEndSeconds: 86_400 };
  const line = {
    description: 'Micro Compute',
    metric: 'COMPUTE_HOURS_XS',
    derivation: { steps, invoiced: { amountCents: 0, amountBeforeDiscountCents: 0 } },
    unitPriceDescription: '$0.01344 per hour',
  };
  const period = 'Jan 01, 1970 to Jan 02, 1970';
  expect(invoiceWords(papers('open'), [{ ...line, ...amounts } as never]).lines).toEqual([
    { description: 'Micro Compute', detail: '720 hours at $0.01344', period, amount: '$9.68' },
    { description: 'Discount on Micro Compute', detail: '', period, amount: '−$0.97' },
  ]);
});

it('says that the payer paid on the payment page, where the platform knows no card', () => {
  const { payment, ...others } = papers('paid');
  const onPage = { ...others, payment: payment && { ...payment, isOnPaymentPage: true } };
  expect(invoiceWords(onPage, []).totals[2]).toEqual(['Paid on Feb 03, 2026 on the payment page', '−$20.00']);
  expect(invoiceWords({ ...others, payment: null }, []).totals[2]).toEqual(['Paid', '−$20.00']);
});

it('sets what a change of plan left to this invoice apart, by its period', () => {
  const line = (description: string, carriedOver: boolean, [start, end]: readonly [number, number]) => ({
    description,
    carriedOver,
    metric: null,
    derivation: null,
    unitPriceDescription: '',
    amountCents: 100,
    amountBeforeDiscountCents: 100,
    periodStartSeconds: start * 86_400,
    periodEndSeconds: end * 86_400,
  });
  const lines = [line('Egress', false, [30, 60]), line('Egress before', true, [10, 20]), line('Egress later', true, [20, 30])];
  const { lines: cycleLines, carried } = invoiceWords(papers('open'), lines as never);
  expect(cycleLines.map(({ description }) => description)).toEqual(['Egress']);
  expect(carried?.map(({ title, lines: of }) => [title, of.map(({ description }) => description)])).toEqual([
    ['Before the plan change, Jan 11 to Jan 21', ['Egress before']],
    ['Before the plan change, Jan 21 to Jan 31', ['Egress later']],
  ]);
});

it('names the seller that the invoice kept, and the product alone where it kept none', () => {
  const { invoice, ...others } = papers('open');
  const seller = { name: 'Lantern GmbH', address: ['Lindenstr. 9', '10969 Berlin'], registration: 'HRB 1', vat_number: 'DE123456789' };
  const from = (kept: unknown) => invoiceWords({ ...others, invoice: { ...invoice, seller: kept } } as InvoicePapers, []).seller;
  expect(from(seller)).toEqual(['Lantern GmbH', 'Lindenstr. 9', '10969 Berlin', 'Registration: HRB 1', 'VAT number: DE123456789']);
  expect(from({ ...seller, vat_number: null })).not.toContainEqual(expect.stringContaining('VAT'));
  expect(from(null)).toEqual(['Groundwork']);
});

it('says how an invoice is paid that no card is charged for, and until when', () => {
  const { invoice, ...others } = papers('issued');
  const notes = (paidBy: 'card' | 'invoice', status: typeof invoice.status = 'issued') =>
    invoiceWords({ ...others, invoice: { ...invoice, paidBy, status } }, []).notes;
  const words = 'Please pay by bank transfer or with Pay Now on the billing page by Feb 03, 2026.';
  expect(notes('invoice')[0]).toBe(words);
  expect([...notes('card'), ...notes('invoice', 'paid')]).not.toContain(words);
});

it('promises no charge of an invoice of a card payer that is charged only on request', () => {
  const { invoice, ...others } = papers('issued');
  const notes = (differs: Partial<typeof invoice>) =>
    invoiceWords({ ...others, invoice: { ...invoice, paidBy: 'card', isUncharged: true, nextTryAt: null, ...differs } }, []).notes;
  expect(notes({})[0]).toBe(
    'This invoice is not charged automatically. Please pay by bank transfer or with Pay Now on the billing page by Feb 03, 2026.',
  );
  const charged = [notes({ nextTryAt: day }), notes({ isUncharged: false }), notes({ status: 'paid' })];
  expect(charged.flat().filter((note) => /automatically|(?<!No tax was )charge/.test(note))).toEqual([]);
});
