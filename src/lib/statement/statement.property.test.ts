import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StatementKind } from '#contract/shapes/statement.ts';
import { sumCents } from '#lib/money.ts';
import { sha256Of } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { verifyStatementFile } from './statement-files.ts';
import { beancountJournal, hledgerJournal } from './statement-journal.ts';
import { rowAmounts } from './statement-totals.ts';
import {
  balanceAtStart,
  buildStatement,
  orderedPostings,
  statementAccounts,
  type StatementBalance,
  type StatementEntry,
} from './statement.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const organization = 'acme';
const yearStart = Date.UTC(2026, 0, 1) / 1000;
const yearEnd = Date.UTC(2027, 0, 1) / 1000;
const day = 86_400;

const words = fc.string({ unit: fc.constantFrom(...Array.from(`aZ9 "\\,;'=+([|])%–é日\t\n\r\u0085\u2028`)), maxLength: 12 });

const anEntry = fc.record({
  at: fc.integer({ min: yearStart, max: yearEnd - 1 }),
  kind: fc.constantFrom(...StatementKind.options),
  description: words,
  number: fc.option(fc.constantFrom('ACM-0001', 'ACM-CN-0001')),
  invoice: fc.option(fc.constantFrom({ id: 'in_1', number: 'ACM-0001' }, { id: 'in_2', number: 'ACM-0002' })),
  debit: fc.constantFrom(...statementAccounts),
  credit: fc.constantFrom(...statementAccounts),
  cents: fc.integer({ min: 0, max: 1_000_000 }),
});

const history = fc.array(anEntry, { maxLength: 12 }).map((entries) =>
  entries
    .toSorted((a, b) => a.at - b.at)
    .map(({ debit, credit, cents, ...entry }, index): StatementEntry => ({
      id: `top-up:${index}`,
      ...entry,
      postings: orderedPostings([
        { account: debit, amount_cents: cents },
        { account: credit, amount_cents: 0 - cents },
      ]),
    })),
);

const within = (entries: readonly StatementEntry[], from: number, to: number) => entries.filter(({ at }) => at >= from && at < to);

async function statementOf(entries: readonly StatementEntry[], from: number, to: number, opening?: StatementBalance) {
  const start = opening ?? (await balanceAtStart(organization, hash));
  return buildStatement({ organization, from, to, opening: start, entries: within(entries, from, to) }, hash);
}

const files = {
  CSV: statementCsv,
  JSON: (statement: Awaited<ReturnType<typeof statementOf>>) => JSON.stringify(statement),
  hledger: hledgerJournal,
  beancount: beancountJournal,
};

describe('a statement', () => {
  it('closes with the opening balance of the next, and any cuts of a year add up to the year', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.array(fc.integer({ min: yearStart + 1, max: yearEnd - 1 }), { maxLength: 5 }), async (entries, cuts) => {
        const whole = await statementOf(entries, yearStart, yearEnd);
        const ends = [...new Set([...cuts, yearEnd])].toSorted((a, b) => a - b);
        const parts: (typeof whole)[] = [];
        for (const [index, to] of ends.entries())
          parts.push(await statementOf(entries, ends[index - 1] ?? yearStart, to, parts.at(-1)?.closing ?? whole.opening));
        expect(parts.at(-1)?.closing).toEqual(whole.closing);
        expect(parts.flatMap(({ rows }) => rows)).toEqual(whole.rows);
        expect(parts.flatMap(({ months }) => months)).toEqual(whole.months);
        for (const total of Object.keys(whole.totals) as (keyof typeof whole.totals)[])
          expect(sumCents(parts.map(({ totals }) => totals[total]))).toBe(whole.totals[total]);
        expect(sumCents(Object.values(whole.totals))).toBe(whole.closing.owed_cents - whole.opening.owed_cents);
        for (const row of whole.rows) {
          const { chargedCents, creditedCents } = rowAmounts(row);
          expect(chargedCents - creditedCents).toBe(row.change_cents);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has one digest for each month since the first entry, each of which depends on the one before', async () => {
    const entry = (at: number, cents: number): StatementEntry => ({
      id: `top-up:${at}`,
      at,
      kind: 'top_up',
      description: 'Top-up',
      number: null,
      invoice: null,
      postings: [
        { account: 'credits', amount_cents: cents },
        { account: 'payments', amount_cents: -cents },
      ],
    });
    const march = yearStart + 70 * day;
    const { months } = await statementOf([entry(march, 100)], yearStart, yearEnd);
    expect(months.map(({ month }) => month)).toEqual(
      Array.from({ length: 10 }, (_, index) => `2026-${String(index + 3).padStart(2, '0')}`),
    );
    const other = await statementOf([entry(march, 101)], yearStart, yearEnd);
    expect(months.filter(({ digest }, index) => digest === other.months[index]?.digest)).toEqual([]);
  });
});

describe.each(Object.entries(files))('a %s file', (_, write) => {
  it('is intact as it was written, and gives the same statement', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 0, max: 200 }), async (entries, days) => {
        const middle = yearStart + days * day;
        const { closing } = await statementOf(entries, yearStart, middle);
        const statement = await statementOf(entries, middle, yearEnd, closing);
        const bytes = new TextEncoder().encode(write(statement));
        expect(await verifyStatementFile(bytes, hash)).toEqual({ kind: 'intact', statement });
      }),
      { numRuns: 40 },
    );
  });

  it('is not intact with one changed, added or missing byte', async () => {
    const [entries = []] = fc.sample(
      history.filter(({ length }) => length > 5),
      { numRuns: 1, seed: 1 },
    );
    const bytes = new TextEncoder().encode(write(await statementOf(entries, yearStart, yearEnd)));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'add', 'remove'),
        async (at, by, how) => {
          const byte = ((bytes[at] ?? 0) + by) % 256;
          const before = bytes.subarray(0, at);
          const after = bytes.subarray(how === 'add' ? at : at + 1);
          const changed = Uint8Array.from([...before, ...(how === 'remove' ? [] : [byte]), ...after]);
          expect((await verifyStatementFile(changed, hash)).kind).not.toBe('intact');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('names the line of a changed amount', async () => {
    const at = yearStart + 5 * day;
    const postings = orderedPostings([
      { account: 'credits', amount_cents: 12_345 },
      { account: 'payments', amount_cents: -12_345 },
    ]);
    const entry = { id: 'top-up:1', at, kind: 'top_up', description: 'Top-up', number: null, invoice: null, postings } as const;
    const text = write(await statementOf([entry], yearStart, yearEnd));
    const changed = text.replace('123.45', '123.46').replace('12345', '12346');
    expect(changed).not.toBe(text);
    expect(await verifyStatementFile(new TextEncoder().encode(changed), hash)).toEqual({ kind: 'changed', line: expect.any(Number) });
  });
});

it('is no statement file: other text, other bytes, and dates that no statement has', async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const json = JSON.stringify(await statementOf([], yearStart, yearEnd));
  for (const bytes of [
    encode(''),
    encode('{}'),
    encode('a,b\r\n'),
    Uint8Array.of(0xff, 0xfe),
    encode(json.replace(String(yearEnd), '9999999999')),
  ])
    expect(await verifyStatementFile(bytes, hash)).toEqual({ kind: 'unreadable' });
});

it('hashes in browsers as on the server', async () => {
  expect(await sha256Of('é')).toBe(hash('é'));
});
