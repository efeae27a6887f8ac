import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { beginScript, runScript } from '#tests/support/built-program.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-import-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const lines = 60_000;
const wrongEvery = 997;
const project = (index: number): string => `${'abcdefghij'[index % 10]}`.repeat(20);
const command = (...words: string[]): [string, ...string[]] => ['dist/server/billing.js', ...words, '--json'];

const wrong = [
  { text: '{"id": no json', path: '', code: 'malformed' },
  {
    text: '{"id":"x1","organization":"org-0","project_ref":"a","metric":"EGRESS","quantity":"many","at":1}',
    path: 'quantity',
    code: 'malformed',
  },
  {
    text: `{"id":"x2","organization":"none","project_ref":"${project(0)}","metric":"EGRESS","quantity":1,"at":1}`,
    path: 'organization',
    code: 'unknown_organization',
  },
  {
    text: `{"id":"x3","organization":"org-0","project_ref":"${project(1)}","metric":"EGRESS","quantity":1,"at":1}`,
    path: 'project_ref',
    code: 'unknown_project',
  },
  {
    text: `{"id":"x4","organization":"org-0","project_ref":"${project(0)}","metric":"BYTES","quantity":1,"at":1}`,
    path: 'metric',
    code: 'unknown_metric',
  },
] as const;

async function writeUsage(file: string): Promise<number[]> {
  const at = Math.floor(Date.now() / 1000) - 60;
  const wrongLines: number[] = [];
  const stream = createWriteStream(file);
  for (let line = 1; line <= lines; line += 1) {
    if (line % wrongEvery === 0) wrongLines.push(line);
    const organization = line % 10;
    const text =
      line % wrongEvery === 0
        ? wrong[wrongLines.length % wrong.length]?.text
        : `{"id":"line-${line}","organization":"org-${organization}","project_ref":"${project(organization)}","metric":"EGRESS","quantity":${line},"at":${at - (line % 50)}}`;
    if (!stream.write(`${text}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  return wrongLines;
}

it.skipIf(inject('postgresUrl') === null)(
  'an import goes on after a kill and an interruption, counts each line once, and names what is wrong with every other one',
  async () => {
    const environment = { DATABASE_URL: await createDatabase(inject('postgresUrl') ?? ''), SEED: 'none' };
    expect((await runScript(environment, command('migrate'))).code).toBe(0);
    const begun = new Date(Date.now() - 86_400_000).toISOString();
    for (let index = 0; index < 10; index += 1) {
      expect(
        (
          await runScript(
            environment,
            command('org', 'put', `org-${index}`, '--name', 'One', '--plan', 'pro', '--spend-cap', 'off', '--started-at', begun),
          )
        ).code,
      ).toBe(0);
      expect((await runScript(environment, command('project', 'put', `org-${index}`, project(index), '--name', 'shop'))).code).toBe(0);
    }
    const file = join(home, 'usage.ndjson');
    const wrongLines = await writeUsage(file);
    const progress = (): { line: number } | null =>
      existsSync(`${file}.progress`) ? JSON.parse(readFileSync(`${file}.progress`, 'utf8')) : null;

    const killed = beginScript(environment, command('usage', 'import', file));
    await expect.poll(progress, { timeout: 60_000, interval: 5 }).not.toBeNull();
    await killed.end('SIGKILL');
    const afterKill = progress()?.line ?? 0;
    expect(afterKill).toBeGreaterThan(0);
    expect(afterKill).toBeLessThan(lines);

    const stopped = beginScript(environment, command('usage', 'import', file));
    await expect.poll(() => progress()?.line ?? 0, { timeout: 60_000, interval: 5 }).toBeGreaterThan(afterKill);
    const { code, output } = await stopped.end('SIGINT');
    const interrupted = JSON.parse(output);
    expect([code, interrupted.went_on_after_line]).toEqual([1, afterKill]);
    expect(interrupted.interrupted_after_line).toBeGreaterThan(afterKill);
    expect(interrupted.interrupted_after_line).toBe(progress()?.line);

    const ended = await runScript(environment, command('usage', 'import', file));
    const last = JSON.parse(ended.output);
    const valid = lines - wrongLines.length;
    expect([ended.code, last.went_on_after_line, last.interrupted_after_line]).toEqual([1, interrupted.interrupted_after_line, null]);
    expect([last.accepted + last.duplicates, last.rejected_count, last.rejected_file]).toEqual([
      valid,
      wrongLines.length,
      `${file}.refused.ndjson`,
    ]);
    // When the import was killed, one batch was being sent. Only this batch can be sent twice. A batch has 5,000 records.
    expect(last.duplicates).toBeLessThanOrEqual(5000);
    expect(progress()).toBeNull();
    const refused = readFileSync(`${file}.refused.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(refused.map(({ line, path, code: why }) => [line, path, why])).toEqual(
      wrongLines.map((line, index) => {
        const { path, code: why } = wrong[(index + 1) % wrong.length] ?? wrong[0];
        return [line, path, why];
      }),
    );

    const client = new pg.Client(environment.DATABASE_URL);
    await client.connect();
    const { rows } = await client.query(
      'select count(*)::int as records, sum(quantity)::text as quantity, (select sum(quantity)::text from usage_totals) as totals from usage_records',
    );
    await client.end();
    const sum = (lines * (lines + 1)) / 2 - wrongLines.reduce((all, line) => all + line, 0);
    expect(rows).toEqual([{ records: valid, quantity: String(sum), totals: String(sum) }]);

    const again = JSON.parse((await runScript(environment, command('usage', 'import', file))).output);
    expect([again.accepted, again.duplicates, again.rejected_count, again.went_on_after_line]).toEqual([0, valid, wrongLines.length, 0]);

    const at = Math.floor(Date.now() / 1000) - 60;
    const table = join(home, 'usage.csv');
    const row = (id: string, more = ''): string => `${id},org-0,${project(0)},EGRESS,5,${at}${more}`;
    writeFileSync(
      table,
      ['id,organization,project_ref,metric,quantity,at', row('c1'), 'c2,org-0', row('c3', ',auth'), row('c4')].join('\r\n'),
    );
    const csv = JSON.parse((await runScript(environment, command('usage', 'import', table))).output);
    expect([csv.accepted, csv.rejected.map(({ line, code: why }: { line: number; code: string }) => [line, why])]).toEqual([
      2,
      [
        [3, 'malformed'],
        [4, 'malformed'],
      ],
    ]);
    writeFileSync(table, ['id,organization,project_ref,metric,quantity,at', `c5,org-0,"${project(0)}`].join('\n'));
    expect((await runScript(environment, command('usage', 'import', table))).errors).toMatch(
      /is not valid CSV: .*; its first line must name the columns\.\n$/,
    );
  },
  300_000,
);
