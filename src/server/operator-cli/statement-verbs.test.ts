import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { balanceAtStart, buildStatement, sha256Of, type StatementEntry } from '#lib/statement/statement.ts';
import { statementCsv } from '#lib/statement/statement-csv.ts';
import { addVerb, programOf } from './commands.ts';
import { irreversibleBy, type Run, type VerbResult } from './verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'billing-statement-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = (): Promise<never> => Promise.reject(new Error('The platform was called'));

async function verify(text: string, ...options: readonly string[]): Promise<VerbResult | undefined> {
  const file = join(folder, 'statement.csv');
  writeFileSync(file, text);
  const results: VerbResult[] = [];
  const run: Run = async (_, work) => void results.push(await work());
  const verbs = { verb: addVerb, run, irreversible: irreversibleBy(run), withClient: nothing, resetLimits: nothing };
  await programOf(verbs, {}).parseAsync(['statement', 'verify', file, ...options], { from: 'user' });
  return results[0];
}

async function statementOf(cents: number) {
  const organization = 'acme';
  const from = Date.UTC(2026, 4, 1) / 1000;
  const to = Date.UTC(2026, 5, 1) / 1000;
  const postings: StatementEntry['postings'] = [
    { account: 'credits', amount_cents: cents },
    { account: 'payments', amount_cents: -cents },
  ];
  const entry: StatementEntry = {
    id: 'top-up:tu_1',
    at: from,
    kind: 'top_up',
    description: 'Top-up',
    number: null,
    invoice: null,
    postings,
  };
  return buildStatement({ organization, from, to, opening: await balanceAtStart(organization, sha256Of), entries: [entry] }, sha256Of);
}

it('verifies a statement file without the platform, and refuses a changed one', async () => {
  const statement = await statementOf(10_000);
  const text = statementCsv(statement);
  const result = await verify(text);
  expect(result?.data).toMatchObject({ organization: 'acme', entries: 1, digest: statement.digest, months: [{ month: '2026-05' }] });
  expect(result?.text).toContain(statement.digest);
  // A file that was changed and hashed again also agrees with its digests.
  expect(result?.text).toContain('agrees with its own digests');
  expect(result?.text).not.toContain('unchanged');
  await expect(verify(text.replace('100.00', '100.01'))).rejects.toThrow(/was changed; the first difference is in line \d+/);
  await expect(verify('Invoice number,Date')).rejects.toThrow(/is not a statement file/);
});

it('compares the file with the digest of the statement page', async () => {
  const [written, changed] = [await statementOf(10_000), await statementOf(10_001)];
  const result = await verify(statementCsv(written), '--digest', written.digest.toUpperCase());
  expect(result?.data).toMatchObject({ has_given_digest: true });
  await expect(verify(statementCsv(changed), '--digest', written.digest)).rejects.toThrow(/but its digest is not the given one/);
  expect((await verify(statementCsv(changed)))?.data).toMatchObject({ has_given_digest: null });
});
