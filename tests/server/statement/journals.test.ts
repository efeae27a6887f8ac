import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '#contract/types.ts';
import { plainDollars } from '#lib/money.ts';
import { instantText } from '#lib/statement/statement.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';
import { hasProgram } from '#tests/support/programs.mjs';
import { liveStatementHistory } from '#tests/support/statement-history.ts';

const slug = 'payg';
const address = `/platform/organizations/${slug}/billing/statement`;
const day = 86_400;
const utf8 = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Programs, with arguments that make them check a journal and print its balances. Beancount only checks the journal's assertions. */
const programs = [
  { name: 'hledger', file: 'hledger', check: ['check', '-s'], balances: ['balance', '--flat', '--no-total'] },
  { name: 'ledger', file: 'hledger', check: ['balance'], balances: ['balance', '--flat', '--no-total'] },
  { name: 'bean-check', file: 'beancount', check: [], balances: null },
] as const;

type Program = (typeof programs)[number];

const wordsOf = ({ name }: Program, words: readonly string[], path: string): string[] =>
  name === 'bean-check' ? [path] : ['-f', path, ...words];

/** In plain dollars, without accounts whose balance is zero. */
function balancesIn(output: string): Record<string, string> {
  const found = [...output.matchAll(/^\s*(-?[\d.]+) USD\s+(\S+)$/gm)].map(([, amount = '', account = '']) => [account, amount] as const);
  return Object.fromEntries(found.filter(([, amount]) => Number(amount) !== 0));
}

function balancesOf({ due_cents, credit_cents, disputed_cents, refundable_cents }: Statement['closing']): Record<string, string> {
  const accounts = {
    'Liabilities:Billing:Invoices': -due_cents,
    'Assets:Billing:Credits': credit_cents,
    'Liabilities:Billing:Disputed': -disputed_cents,
    'Assets:Billing:Refundable': refundable_cents,
  };
  return Object.fromEntries(
    Object.entries(accounts).flatMap(([account, cents]) => (cents === 0 ? [] : [[account, plainDollars(cents)] as const])),
  );
}

onMoneyPlatformWith({ organizations: [slug] }, (money) => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-journals-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const ask = async (path: string): Promise<any> => (await money().send('GET', address + path)).body;

  /** The first period is the whole history. The second period starts in the middle of a day, with an opening balance. */
  let periods: string[];
  beforeAll(async () => {
    await liveStatementHistory(money(), slug);
    await money().pass(60);
    const now = money().platform.context.clock.nowSeconds();
    periods = [now - 300 * day, now - 75 * day].map((from) => `from=${instantText(from)}&to=${instantText(now)}`);
  }, 120_000);

  describe.each(programs)('$name', (program) => {
    it.skipIf(!hasProgram(program.name))(
      'accepts the journals, finds the balances of the statement, and notices a changed amount',
      async () => {
        for (const [index, period] of periods.entries()) {
          const statement: Statement = await ask(`?${period}`);
          expect(statement.rows.length).toBeGreaterThan(3);
          if (index > 0) expect(statement.opening.owed_cents).not.toBe(0);
          const journal: string = await ask(`/journal?${period}&program=${program.file}`);
          const path = join(folder, `${index}.${program.file}`);
          writeFileSync(path, journal);
          const run = (words: readonly string[]) => spawnSync(program.name, wordsOf(program, words, path), { encoding: 'utf8', env: utf8 });
          const checked = run(program.check);
          expect([checked.stderr, checked.status]).toEqual(['', 0]);
          if (program.balances) {
            const balances = balancesIn(
              execFileSync(program.name, wordsOf(program, program.balances, path), { encoding: 'utf8', env: utf8 }),
            );
            const accounts = Object.keys(balances).filter(
              (account) => /^(Assets|Liabilities):/.test(account) && !account.endsWith(':Payments'),
            );
            expect(Object.fromEntries(accounts.map((account) => [account, balances[account]]))).toEqual(balancesOf(statement.closing));
          }
          // One changed amount unbalances the transaction; two changed amounts fail the balance assertion at the end.
          const lines = journal.split('\n');
          const at = lines.findIndex((line) => /^ {4}Assets:Billing:Credits {2}\d/.test(line));
          const other = lines.findIndex(
            (line, place) => place > at - 4 && place < at + 4 && place !== at && /^ {4}[A-Z].* {2}-\d/.test(line),
          );
          expect([at, other].filter((place) => place < 0)).toEqual([]);
          const raise = (line: string): string =>
            line.replace(/(-?)(\d+)(\.\d\d USD)/, (_, sign: string, whole: string, rest: string) => `${sign}${Number(whole) + 7}${rest}`);
          for (const changed of [[at], [at, other]]) {
            writeFileSync(path, lines.map((line, place) => (changed.includes(place) ? raise(line) : line)).join('\n'));
            expect(run(program.check).status).not.toBe(0);
          }
        }
      },
    );
  });
});
