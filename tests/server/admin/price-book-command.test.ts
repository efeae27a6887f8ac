import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bookDraft, dearerDraft } from '#tests/support/book-drafts.ts';
import { runScript } from '#tests/support/built-program.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-price-books-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const environment = { DATA_DIR: join(home, 'data'), SEED: 'none' };

const run = (...words: string[]) => runScript(environment, ['dist/server/billing.js', ...words]);

function fileWith(name: string, content: string): string {
  const file = join(home, name);
  writeFileSync(file, content);
  return file;
}

const dateSeconds = Math.floor(Date.now() / 1000) + 40 * 86_400;
const date = String(dateSeconds);

it('checks, publishes, withdraws, lists and shows price books', async () => {
  expect((await run('init')).code).toBe(0);
  const draft = fileWith('draft.json', JSON.stringify(dearerDraft(10)));
  const checked = await run('price-book', 'check', draft);
  expect([checked.code, checked.errors, checked.output]).toEqual([
    0,
    '',
    expect.stringMatching(/^organization +before +after +difference\nall 0 /),
  ]);
  const dry = await run('price-book', 'publish', draft, '2027', '--effective-at', date, '--dry-run', '--json');
  expect([dry.code, JSON.parse(dry.output).organizations]).toEqual([0, 0]);
  const soon = await run('price-book', 'publish', draft, '2027', '--effective-at', String(dateSeconds - 20 * 86_400), '--yes');
  expect([soon.code, soon.errors]).toEqual([1, expect.stringMatching(/^The date must be \d+ \(.*\) or later, because it raises/)]);
  expect((await run('price-book', 'publish', draft, '2027', '--effective-at', date, '--yes')).output).toBe(
    '2027 is published; its status is checking.\n',
  );
  const listed = await run('price-book', 'list', '--json');
  expect(JSON.parse(listed.output)).toEqual({
    price_books: [
      { version: '2026', effective_at: 0, status: 'in_force' },
      { version: '2027', effective_at: dateSeconds, status: 'checking' },
    ],
    next_cursor: null,
  });
  expect(JSON.parse((await run('price-book', 'show', '2026', '--json')).output).document).toEqual(bookDraft());
  expect((await run('price-book', 'withdraw', '2027', '--yes')).output).toBe(
    '2027 is withdrawn. Periods that begin later use the version before it.\n',
  );
  expect((await run('price-book', 'show', '2027')).errors).toBe('Price book not found.\n');

  const wrong = fileWith('wrong.json', JSON.stringify(bookDraft(({ metrics }) => (metrics.EGRESS.price = 'nine cents'))));
  for (const [words, code, sentence] of [
    [['check', wrong], 1, /^document\.metrics\.EGRESS\.price must be a price in US dollars/],
    [['check', fileWith('text.json', 'no json')], 1, /is not valid JSON/],
    [['check', join(home, 'missing.json')], 1, /can't be read/],
    [['publish', draft, '2026', '--effective-at', '0', '--yes'], 1, /version/],
    [['withdraw', '2026', '--yes'], 1, /^There is no price book before 2026, so it can't be withdrawn\.\n$/],
    [['withdraw', '2026', '--dry-run'], 1, /^There is no price book before 2026, so it can't be withdrawn\.\n$/],
    [['show', 'none'], 1, /^Price book not found\.\n$/],
  ] as const) {
    const answer = await run('price-book', ...words);
    expect([words, answer.code, answer.errors]).toEqual([words, code, expect.stringMatching(sentence)]);
  }
}, 180_000);
