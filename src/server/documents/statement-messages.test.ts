import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { balanceAtStart, buildStatement, orderedPostings, type StatementEntry } from '#lib/statement/statement.ts';
import { statementFacts } from './statement-messages.ts';
import { directionOf } from './text-runs.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const from = Date.UTC(2026, 4, 1) / 1000;
const to = Date.UTC(2026, 5, 1) / 1000;
const shared = { at: from, number: null, invoice: { id: 'in_1', number: 'ACM-0001' } };

const invoice: StatementEntry = {
  ...shared,
  id: 'invoice:in_1:finalized',
  kind: 'invoice',
  description: 'Invoice',
  number: 'ACM-0001',
  postings: orderedPostings([
    { account: 'charges', amount_cents: 1000 },
    { account: 'due', amount_cents: -1000 },
  ]),
};
const refund: StatementEntry = {
  ...shared,
  id: 'refund:rf_1',
  kind: 'refund',
  description: 'Asked for',
  postings: orderedPostings([
    { account: 'charges', amount_cents: -300 },
    { account: 'payments', amount_cents: 300 },
  ]),
};

async function factsOf(entries: readonly StatementEntry[]) {
  const facts = { organization: 'acme', from, to, opening: await balanceAtStart('acme', hash), entries };
  const billedTo = { name: 'Acme', billing_name: null, address: null, tax_id: null };
  return statementFacts({ statement: await buildStatement(facts, hash), billedTo, seller: null, createdAtSeconds: to });
}

it('prints both amounts of the refund of an invoice, and its reason', async () => {
  const { carried, totals } = await factsOf([invoice, refund]);
  expect(carried).toEqual([
    {
      title: 'May 2026',
      lines: [
        { description: 'Invoice ACM-0001', detail: 'Amount owed after this entry: $10.00', period: 'May 01, 2026', amount: '$10.00' },
        {
          description: 'Refund of $3.00 for invoice ACM-0001',
          detail: 'Asked for. Charged: $3.00, Credited: $3.00, Amount owed after this entry: $10.00',
          period: 'May 01, 2026',
          amount: '$0.00',
        },
      ],
    },
  ]);
  expect(totals).toEqual([
    ['Opening balance', '$0.00'],
    ['Invoices', '$10.00'],
    ['Refunded charges', '\u2212$3.00'],
    ['Refunds', '$3.00'],
    ['Closing balance', '$10.00'],
  ]);
});

it('ends a reason with one sign, whether or not its author wrote one', async () => {
  const detailOf = async (description: string) => (await factsOf([{ ...refund, description }])).carried?.[0]?.lines[0]?.detail;
  for (const reason of ['It was slow.', 'Was it slow?', '\u9045\u304b\u3063\u305f\u3002'])
    expect(await detailOf(reason)).toMatch(`${reason} Charged: $3.00`);
});

it('keeps the amounts at their place after a reason that is read from the right', async () => {
  const { carried } = await factsOf([{ ...refund, description: '\u05d0\u05d7\u05e8' }]);
  const detail = carried?.[0]?.lines[0]?.detail ?? '';
  expect(directionOf(detail)).toBe('ltr');
  expect(detail).toBe('\u2068\u05d0\u05d7\u05e8\u2069. Charged: $3.00, Credited: $3.00, Amount owed after this entry: $0.00');
});

it('names the period by words that the parties of the document do not have', async () => {
  const { facts } = await factsOf([invoice]);
  expect(facts.map(([name]) => name)).toEqual(['Period start', 'Period end', 'Opening balance', 'Closing balance']);
});

it('names the parts of the closing balance only if the balance is not all due on invoices', async () => {
  expect((await factsOf([invoice])).notes.join('\n')).not.toContain('Parts of the closing balance');
  const held = { ...refund, id: 'dispute:du_1', kind: 'dispute' as const };
  const postings = orderedPostings([
    { account: 'disputed', amount_cents: -300 },
    { account: 'payments', amount_cents: 300 },
  ]);
  expect((await factsOf([{ ...held, postings }])).notes[0]).toBe('Parts of the closing balance: In dispute: $3.00.');
});
