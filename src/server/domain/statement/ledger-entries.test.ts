import { describe, expect, it } from 'vitest';
import { sumCents } from '#lib/money.ts';
import { statementTitle } from '#lib/statement/row-titles.ts';
import { rowAmounts } from '#lib/statement/statement-totals.ts';
import { ledgerCases } from './ledger-cases.test-support.ts';
import { draftInvoice, note, statementOf, transaction } from './statement-books.test-support.ts';

const notes = [note('cn_1', 2000), note('cn_old', 2000, { number: null })];
const isNotZero = ([, cents]: readonly [string, number]): boolean => cents !== 0;

describe('a ledger transaction', () => {
  it.each(ledgerCases)('$key as "$title"', async ({ key, source = null, books, kind, totals: expected, title }) => {
    const change = sumCents(Object.values(expected));
    const booked = transaction(key, books, { source, description: 'Credit of $5.00: Sorry' });
    const { rows, totals } = await statementOf({
      transactions: [booked],
      invoices: [draftInvoice],
      notes: notes.filter(({ id }) => key.endsWith(id)),
    });
    expect(rows.map((row) => [row.id, row.kind, row.change_cents, statementTitle(row)])).toEqual([[key, kind, change, title]]);
    expect(Object.fromEntries(Object.entries(totals).filter(isNotZero))).toEqual(expected);
    const amounts = rows.map(rowAmounts);
    expect(amounts.every(({ chargedCents, creditedCents }) => chargedCents - creditedCents === change)).toBe(true);
    const isAmountShown = amounts.some(({ chargedCents, creditedCents }) => chargedCents > 0 || creditedCents > 0);
    expect(isAmountShown || title.includes('$')).toBe(true);
  });

  it('with an unknown business key is another entry', async () => {
    const { rows } = await statementOf({ transactions: [transaction('gift:1', { goodwill: 500, customer_credit: -500 })] });
    expect(rows.map(({ kind }) => kind)).toEqual(['other']);
  });
});
