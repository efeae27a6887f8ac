import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyStatementFile } from './statement-files.ts';
import { beancountJournal, hledgerJournal } from './statement-journal.ts';
import { balanceAtStart, buildStatement, type StatementEntry } from './statement.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const organization = 'acme';
const from = Date.UTC(2026, 4, 1) / 1000;
const to = Date.UTC(2026, 5, 1) / 1000;

async function statementOf(description: string) {
  const entry: StatementEntry = {
    id: 'credit-note:cn_1',
    at: from,
    kind: 'credit_note',
    description,
    number: 'ACM-CN-0001',
    invoice: { id: 'in_1', number: 'ACM-0001' },
    postings: [
      { account: 'charges', amount_cents: -321 },
      { account: 'due', amount_cents: 321 },
    ],
  };
  const opening = await balanceAtStart(organization, hash);
  return buildStatement({ organization, from, to, opening, entries: [entry] }, hash);
}

const headOf = (journal: string): string[] => {
  const lines = journal.split('\n');
  const first = lines.findIndex((line) => /^\d{4}-\d\d-\d\d \*/.test(line));
  return lines.slice(first, first + 6).filter((line) => !line.includes('USD'));
};

it('links an entry of beancount to its document, and gives it no payee', async () => {
  const journal = beancountJournal(await statementOf('Slow queries'));
  expect(headOf(journal)).toEqual([
    '2026-05-01 * "credit_note Slow queries" ^ACM-CN-0001',
    '    id: "credit-note:cn_1"',
    '    at: "2026-05-01T00:00:00Z"',
    '    invoice: "ACM-0001"',
    '    invoice-id: "in_1"',
  ]);
});

it('declares the currency for the strict checks of hledger and ledger', async () => {
  expect(hledgerJournal(await statementOf('Slow queries'))).toContain('\ncommodity USD\n    format 1000.00 USD\n\naccount ');
});

it.each([
  ['hledger', hledgerJournal],
  ['beancount', beancountJournal],
] as const)('keeps a text that a journal of %s would read as syntax', async (_, write) => {
  const text = '\'Slow;\n[12]  "sorry"\'\u2028';
  const statement = await statementOf(text);
  const journal = write(statement);
  expect(journal.split('\n').filter((line) => line.includes('12]'))).toHaveLength(2);
  expect(headOf(journal)[0]).toContain("'Slow, [12]");
  // In a comment, the program `ledger` would read a date in brackets as the date of the transaction.
  expect(journal.split('\n').filter((line) => line.startsWith('    ') && line.includes('['))).toEqual([]);
  expect(await verifyStatementFile(new TextEncoder().encode(journal), hash)).toEqual({ kind: 'intact', statement });
});

it('has another digest for each text', async () => {
  const digests = await Promise.all(['a; b', 'a, b', "'a, b", 'a,  b'].map(async (text) => (await statementOf(text)).digest));
  expect(new Set(digests).size).toBe(4);
});
