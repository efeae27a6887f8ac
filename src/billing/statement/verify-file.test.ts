import { expect, it } from 'vitest';
import { balanceAtStart, buildStatement, orderedPostings, sha256Of, type StatementEntry } from '#lib/statement/statement.ts';
import { statementCsv } from '#lib/statement/statement-csv.ts';
import { verifyFile } from './verify-file.ts';

const organization = 'acme';
const from = Date.UTC(2026, 4, 1) / 1000;
const to = Date.UTC(2026, 7, 1) / 1000;
const day = 86_400;

const topUp = (days: number, cents: number): StatementEntry => ({
  id: `top-up:${days}`,
  at: from + days * day,
  kind: 'top_up',
  description: 'Top-up',
  number: null,
  invoice: null,
  postings: orderedPostings([
    { account: 'credits', amount_cents: cents },
    { account: 'payments', amount_cents: -cents },
  ]),
});

async function statementOf(entries: readonly StatementEntry[], earlier: readonly StatementEntry[] = []) {
  const start = await balanceAtStart(organization, sha256Of);
  const before = await buildStatement({ organization, from: from - 100 * day, to: from, opening: start, entries: earlier }, sha256Of);
  return buildStatement({ organization, from, to, opening: before.closing, entries }, sha256Of);
}

type Statement = Awaited<ReturnType<typeof statementOf>>;

const verify = (file: Statement, platform: Statement | Error, slug = organization) =>
  verifyFile(new File([statementCsv(file)], 'statement.csv'), {
    slug,
    read: () => (platform instanceof Error ? Promise.reject(platform) : Promise.resolve(platform)),
  });

const entries = [topUp(1, 100), topUp(40, 200)];
const alone = 'statement.csv agrees with its own digests';

it('is unchanged if the platform has the same digest', async () => {
  const statement = await statementOf(entries);
  expect(await verify(statement, statement)).toEqual({
    variant: 'positive',
    message: 'statement.csv is unchanged and agrees with the platform, from May 01, 2026, 00:00 UTC to Aug 01, 2026, 00:00 UTC.',
  });
});

it('is older if the platform has booked more, and names the first month of that', async () => {
  const late = [topUp(1, 100), topUp(35, 1), topUp(40, 200), topUp(70, 1)];
  expect(await verify(await statementOf(entries), await statementOf(late))).toEqual({
    variant: 'warning',
    message: `${alone}. The platform booked more entries for its period after the file was written: 2, the first in Jun 2026.`,
  });
});

it.each([
  ['a changed amount', [topUp(1, 100), topUp(40, 201)], 'Jun 2026'],
  ['a missing entry and another one', [topUp(2, 100), topUp(40, 200)], 'May 2026'],
  ['an entry that the platform lacks', [...entries, topUp(70, 1)], 'Jul 2026'],
  ['an entry twice', [topUp(1, 100), topUp(40, 200), topUp(40, 200)], 'Jun 2026'],
])('is another one with %s, although it was given new digests', async (_, changed, month) => {
  expect(await verify(await statementOf(changed), await statementOf(entries))).toEqual({
    variant: 'negative',
    message: `${alone}, but not with the platform. The first difference is in ${month}.`,
  });
});

it('has another opening balance if earlier entries differ', async () => {
  const message = `${alone}, but not with the platform: its opening balance is another one. Entries before May 01, 2026, 00:00 UTC were booked later, or the file was changed.`;
  expect(await verify(await statementOf(entries), await statementOf(entries, [topUp(-10, 5)]))).toEqual({ variant: 'warning', message });
});

it('can be verified alone only, if the platform does not answer', async () => {
  const statement = await statementOf(entries);
  expect(await verify(statement, new Error('Offline.'))).toEqual({
    variant: 'warning',
    message: `${alone}, but can't be compared with the platform. Offline.`,
  });
});

it('is of another organization', async () => {
  const statement = await statementOf(entries);
  expect((await verify(statement, statement, 'other')).message).toBe('statement.csv is a statement of another organization: acme.');
});

it("can't be read if it was moved after it was chosen", async () => {
  const file = new File([statementCsv(await statementOf(entries))], 'statement.csv');
  Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) });
  expect(await verifyFile(file, { slug: organization, read: () => Promise.reject(new Error('Not asked')) })).toEqual({
    variant: 'negative',
    message: "statement.csv can't be read. It may have been moved or changed. Choose it again.",
  });
});
