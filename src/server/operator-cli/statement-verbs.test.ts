import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sha256Of } from '#lib/statement/sha256.ts';
import { statementCsv } from '#lib/statement/statement-csv.ts';
import { balanceAtStart, buildStatement } from '#lib/statement/statement.ts';
import { addVerb, programOf } from './commands.ts';
import { irreversibleBy, type Run, type VerbResult } from './verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'billing-statement-'));
afterAll(() => rmSync(folder, { recursive: true }));

const nothing = (): Promise<never> => Promise.reject(new Error('The platform was called'));

async function verify(text: string): Promise<VerbResult | undefined> {
  const file = join(folder, 'statement.csv');
  writeFileSync(file, text);
  const results: VerbResult[] = [];
  const run: Run = async (_, work) => void results.push(await work());
  const verbs = { verb: addVerb, run, irreversible: irreversibleBy(run), withClient: nothing, resetLimits: nothing };
  await programOf(verbs, {}).parseAsync(['statement', 'verify', file], { from: 'user' });
  return results[0];
}

it('verifies a statement file without the platform, and refuses a changed one', async () => {
  const organization = 'acme';
  const from = Date.UTC(2026, 4, 1) / 1000;
  const to = Date.UTC(2026, 5, 1) / 1000;
  const postings = [
    { account: 'credits', amount_cents: 10_000 },
    { account: 'payments', amount_cents: -10_000 },
  ] as const;
  const entry = { id: 'top-up:tu_1', at: from, kind: 'top_up', description: 'Top-up', number: null, invoice: null, postings: [...postings] } as const;
  const statement = await buildStatement({ organization, from, to, opening: await balanceAtStart(organization, sha256Of), entries: [entry] }, sha256Of);
  const text = statementCsv(statement);
  const result = await verify(text);
  expect(result?.data).toMatchObject({ organization, entries: 1, digest: statement.digest, months: [{ month: '2026-05' }] });
  expect(result?.text).toContain(statement.digest);
  await expect(verify(text.replace('100.00', '100.01'))).rejects.toThrow(/was changed; the first difference is in line \d+/);
  await expect(verify('Invoice number,Date')).rejects.toThrow(/is not a statement file/);
});
