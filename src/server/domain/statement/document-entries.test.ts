import { describe, expect, it } from 'vitest';
import { statementTitle } from '#lib/statement/row-titles.ts';
import { paceSteps } from '#lib/steps.ts';
import type { StatementBooks } from './booked-facts.ts';
import { statementEntrySteps } from './statement-entries.ts';
import {
  at,
  day,
  draftInvoice,
  noBooks,
  note,
  ofInvoice,
  start,
  statementOf,
  transaction,
  type Accounts,
} from './statement-books.test-support.ts';

describe('an invoice', () => {
  const invoice = { ...draftInvoice, finalizedAt: at(20) };
  const finalized = (accounts: Accounts) => transaction('invoice:in_1:finalized', accounts, { occurredAt: at(20), description: 'Invoice' });
  const shown = async (books: Partial<StatementBooks>) =>
    (await statementOf(books)).rows.map((row) => [row.kind, (row.at - start) / day, row.change_cents, statementTitle(row)]);

  it('whose draft was credited has its whole total, followed by the credit note', async () => {
    const books = { invoices: [invoice], notes: [note('cn_1', 2000), note('cn_2', 500, { number: 'ACM-CN-0002', createdAt: at(15) })] };
    // In the ledger, the total is 75.00: the credit notes are already deducted. Credit pays 30.00.
    const transactions = [finalized({ receivable: 4500, customer_credit: 3000, revenue: -7500 })];
    expect(await shown({ ...books, transactions })).toEqual([
      ['invoice', 20, 10_000, 'Invoice ACM-0001'],
      ['credit_note', 20, -2000, 'Credit note ACM-CN-0001 on invoice ACM-0001'],
      ['credit_note', 20, -500, 'Credit note ACM-CN-0002 on invoice ACM-0001'],
    ]);
    const { closing, totals } = await statementOf({ ...books, transactions });
    expect(closing).toMatchObject({ due_cents: 4500, credit_cents: -3000, owed_cents: 7500 });
    expect(totals).toMatchObject({ invoices_cents: 10_000, credit_notes_cents: -2500 });
  });

  it('that late jobs made final before its credit note was issued is no different', async () => {
    const notes = [note('cn_1', 2000, { createdAt: at(21) }), note('cn_2', 500, { number: 'ACM-CN-0002', createdAt: at(22) })];
    const transactions = [finalized({ receivable: 8000, revenue: -8000 })];
    expect(await shown({ invoices: [invoice], notes, transactions })).toEqual([
      ['invoice', 20, 10_000, 'Invoice ACM-0001'],
      ['credit_note', 20, -2000, 'Credit note ACM-CN-0001 on invoice ACM-0001'],
      ['credit_note', 22, 0, 'Credit note ACM-CN-0002 on invoice ACM-0001, part of an earlier refund'],
    ]);
  });

  it('whose draft was credited in full is not in the ledger, and still has both documents', async () => {
    expect(await shown({ invoices: [{ ...invoice, totalCents: 2000 }], notes: [note('cn_1', 2000)] })).toEqual([
      ['invoice', 20, 2000, 'Invoice ACM-0001'],
      ['credit_note', 20, -2000, 'Credit note ACM-CN-0001 on invoice ACM-0001'],
    ]);
  });

  it('that is still a draft has no entry, and neither have its credit notes', async () => {
    expect(await shown({ invoices: [draftInvoice], notes: [note('cn_1', 2000)] })).toEqual([]);
  });

  it('of $0 has an entry without an amount', async () => {
    expect(await shown({ invoices: [{ ...invoice, totalCents: 0 }] })).toEqual([['invoice', 20, 0, 'Invoice ACM-0001']]);
  });

  it('that carries over an amount has the total of its document, followed by the carried amount', async () => {
    const books = {
      invoices: [{ ...invoice, totalCents: 1030 }],
      carries: [{ invoiceId: 'in_1', amountCents: 30, carriedAt: at(20) }],
    };
    const transactions = [finalized({ customer_credit: 1030, revenue: -1030 })];
    expect(await shown({ ...books, transactions })).toEqual([
      ['invoice', 20, 1000, 'Invoice ACM-0001'],
      ['carried', 20, 30, '$0.30 carried from invoice ACM-0001 to the next one'],
    ]);
    const { closing, totals } = await statementOf({ ...books, transactions });
    expect([closing.credit_cents, closing.due_cents, totals.invoices_cents]).toEqual([-1030, 0, 1030]);
  });

  it('whose buyer was corrected has a credit note and an invoice with the total of the document', async () => {
    const correction = { invoiceId: 'in_1', correctedNumber: 'ACM-0002', creditNoteNumber: 'ACM-CN-0002', correctedAt: at(30) };
    const again = { ...correction, correctedNumber: 'ACM-0003', creditNoteNumber: 'ACM-CN-0003', correctedAt: at(40) };
    const books = {
      invoices: [invoice],
      notes: [note('cn_1', 2000)],
      // The 20 cents are carried over between the two corrections, so only the documents of the first correction include them.
      carries: [
        { invoiceId: 'in_1', amountCents: 30, carriedAt: at(20) },
        { invoiceId: 'in_1', amountCents: 20, carriedAt: at(35) },
      ],
      corrections: [
        { ...correction, position: 1 },
        { ...again, position: 2 },
      ],
      transactions: [finalized({ receivable: 7970, customer_credit: 30, revenue: -8000 })],
    };
    expect((await shown(books)).slice(3)).toEqual([
      ['canceling_note', 30, -9970, 'Credit note ACM-CN-0002: cancels the earlier version of invoice ACM-0001'],
      ['corrected_invoice', 30, 9970, 'Corrected invoice ACM-0002, for invoice ACM-0001'],
      ['canceling_note', 40, -9950, 'Credit note ACM-CN-0003: cancels the earlier version of invoice ACM-0001'],
      ['corrected_invoice', 40, 9950, 'Corrected invoice ACM-0003, for invoice ACM-0001'],
    ]);
    const { rows } = await statementOf(books);
    expect(rows.slice(-2).map(({ description }) => description)).toEqual(['Cancels invoice ACM-0002', 'Replaces invoice ACM-0002']);
  });

  it('that was refunded and is credited later names the amount, which the refund has already taken back', async () => {
    const transactions = [
      finalized({ receivable: 8000, revenue: -8000 }),
      transaction('refund:rf_1', { revenue: 8000, cash: -8000 }, { occurredAt: at(25), source: ofInvoice }),
    ];
    const invoices = [{ ...invoice, totalCents: 8000 }];
    const { rows, totals } = await statementOf({ transactions, invoices, notes: [note('cn_1', 2000, { createdAt: at(30) })] });
    expect(rows.map((row) => [row.kind, row.change_cents])).toEqual([
      ['invoice', 8000],
      ['refund', 0],
      ['credit_note', 0],
    ]);
    expect(rows.map(statementTitle).at(-1)).toBe('Credit note ACM-CN-0001 on invoice ACM-0001, part of an earlier refund');
    expect(rows.at(-1)?.description).toBe('$20.00, Slow queries');
    expect(totals).toMatchObject({ credit_notes_cents: 0, refunded_charges_cents: -8000, refunds_cents: 8000 });
  });
});

it('keeps the order in which entries of the same instant were booked', async () => {
  const invoices = [{ ...draftInvoice, finalizedAt: at(10), totalCents: 100 }];
  const first = transaction('invoice:in_1:finalized', { receivable: 100, revenue: -100 });
  const second = transaction('invoice:in_1:paid', { cash: 100, receivable: -100 });
  const { rows } = await statementOf({ invoices, transactions: [second, first] });
  expect(rows.map(({ kind }) => kind)).toEqual(['invoice', 'payment']);
});

it('takes time in proportion to the number of corrections', async () => {
  const timeOf = async (count: number): Promise<number> => {
    const ids = Array.from({ length: count }, (_, index) => `in_${index}`);
    const books = {
      ...noBooks,
      invoices: ids.map((id) => ({ id, number: id, finalizedAt: at(1), totalCents: 100 })),
      transactions: ids.map((id) => transaction(`invoice:${id}:finalized`, { receivable: 100, revenue: -100 })),
      corrections: ids.map((invoiceId) => ({ invoiceId, position: 1, correctedNumber: '', creditNoteNumber: '', correctedAt: at(20) })),
    };
    const started = performance.now();
    expect(await paceSteps(statementEntrySteps(books), () => Promise.resolve())).toHaveLength(3 * count);
    return performance.now() - started;
  };
  await timeOf(500);
  // With quadratic work, 8,000 corrections would take 64 times as long as 1,000.
  expect(await timeOf(8000)).toBeLessThan(30 * (await timeOf(1000)) + 100);
});

it('pauses while it makes the entries', async () => {
  const transactions = Array.from({ length: 2000 }, (_, index) => transaction(`top-up:${index}`, { cash: 1, customer_credit: -1 }));
  let pauses = 0;
  await paceSteps(statementEntrySteps({ ...noBooks, transactions }), () => {
    pauses += 1;
    return Promise.resolve();
  });
  expect(pauses).toBeGreaterThanOrEqual(3);
});
