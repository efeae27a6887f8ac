import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { schemaNames } from '#server/database/migrate.ts';
import { runScript, startProgram, runToEnd } from '#tests/support/built-program.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';
import { ageFolder, listSquashed } from '#tests/support/squashed-migrations.ts';

const home = mkdtempSync(join(tmpdir(), 'billing-command-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const project = 'p'.repeat(20);

function file(name: string, content: string): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

async function run(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const { code, output, errors } = await runScript(environment, ['dist/server/billing.js', ...words, '--json']);
  return { code, errors, data: output === '' ? null : JSON.parse(output) };
}

describe('on an empty data folder', () => {
  const environment = { DATA_DIR: join(home, 'data'), SEED: 'none' };

  it('makes it, with a first key, and everything up to usage', async () => {
    const before = await run(environment, 'org', 'list');
    expect([before.code, before.errors]).toEqual([
      1,
      expect.stringMatching(/^There is no data folder .*npm run billing -- init, or set DATA_DIR\.\n$/),
    ]);
    const init = await run(environment, 'init');
    expect([init.code, init.data]).toEqual([0, { key: expect.stringMatching(/^bk_[A-Za-z0-9_-]{30,}$/) }]);
    expect((await run(environment, 'org', 'put', 'acme', '--name', 'Acme', '--plan', 'pro', '--spend-cap', 'off')).data.spend_cap).toBe(
      false,
    );
    expect((await run(environment, 'member', 'put', 'acme', 'ada@acme.example', '--role', 'owner', '--username', 'ada')).code).toBe(0);
    expect((await run(environment, 'project', 'put', 'acme', project, '--name', 'shop')).data.status).toBe('ACTIVE_HEALTHY');
    expect((await run(environment, 'project', 'list', 'acme')).data.projects).toHaveLength(1);
    const tried = await run(environment, 'member', 'erase', 'ada@acme.example', '--reason', 'Asked for', '--dry-run');
    expect([tried.code, tried.data.dry_run, tried.data.places]).toEqual([0, true, expect.arrayContaining([{ table: 'members', rows: 1 }])]);
    const zip = join(home, 'acme.zip');
    const saved = await run(environment, 'org', 'export', 'acme', '--file', zip);
    const files = unzipSync(readFileSync(zip));
    expect([saved.code, saved.data]).toEqual([0, { file: zip, bytes: statSync(zip).size }]);
    expect([statSync(zip).mode & 0o777, Object.keys(files)]).toEqual([
      0o600,
      expect.arrayContaining(['README.txt', 'invoices.csv', 'tables/members.jsonl', 'tables/projects.jsonl']),
    ]);
    const twice = await run(environment, 'org', 'export', 'acme', '--file', zip);
    expect([twice.code, twice.errors]).toEqual([
      1,
      expect.stringMatching(/is there already; remove it, or name another one with --file\.\n$/),
    ]);
    const early = await run(environment, 'org', 'erase', 'acme', '--reason', 'Asked for');
    expect([early.code, early.errors]).toEqual([1, expect.stringMatching(/can't be undone\. Nothing is done: give --yes/)]);
    const open = await run(environment, 'org', 'erase', 'acme', '--reason', 'Asked for', '--yes');
    expect([open.code, open.errors]).toEqual([1, expect.stringContaining('close it first')]);
    const at = Math.floor(Date.now() / 1000);
    const line = (id: string, more: object = {}) =>
      JSON.stringify({ id, organization: 'acme', project_ref: project, metric: 'EGRESS', quantity: 1000, at, ...more });
    const records = file(
      'usage.ndjson',
      [line('a'), '', line('b', { at: new Date(at * 1000).toISOString() }), 'no json', line('c', { organization: 'other' })].join('\n'),
    );
    const response = await run(environment, 'usage', 'import', records);
    expect([response.code, response.data]).toEqual([
      1,
      {
        accepted: 2,
        duplicates: 0,
        held: 0,
        rejected_count: 2,
        rejected: [
          expect.objectContaining({ line: 4, code: 'malformed' }),
          expect.objectContaining({ line: 5, id: 'c', code: 'unknown_organization' }),
        ],
        rejected_file: `${records}.refused.ndjson`,
        went_on_after_line: 0,
        interrupted_after_line: null,
      },
    ]);
    const csv = join(home, 'usage.csv');
    writeFileSync(
      csv,
      `id,organization,project_ref,metric,quantity,at,category\na,acme,${project},EGRESS,1000,${at},\nd,acme,${project},EGRESS,5,${at},auth\n`,
    );
    const again = await run(environment, 'usage', 'import', csv);
    expect([again.code, again.data]).toEqual([
      0,
      expect.objectContaining({ accepted: 1, duplicates: 1, rejected: [], rejected_file: null }),
    ]);
  }, 120_000);

  it('keeps the purchase order number and the buyer reference of invoices', async () => {
    const put = (...options: string[]) => run(environment, 'org', 'put', 'acme', '--name', 'Acme', ...options);
    const made = await put('--po-number', 'PO-7', '--buyer-reference', 'Cost center 80', '--po-required', 'on');
    const stored = { po_number: 'PO-7', buyer_reference: 'Cost center 80', po_required: true };
    expect([made.code, made.data]).toEqual([0, expect.objectContaining(stored)]);
    // If a command changes only another option, all three values are kept. The value `none` clears a field.
    expect((await put('--billing-email', 'bills@acme.example')).data).toMatchObject(stored);
    expect((await put('--po-number', 'none', '--po-required', 'off')).data).toMatchObject({
      ...stored,
      po_number: null,
      po_required: false,
    });
    const refused = await put('--po-number', 'x'.repeat(61));
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^--po-number [^\n]+\.\n$/)]);
    expect((await run(environment, 'org', 'show', 'acme')).data).toMatchObject({ buyer_reference: 'Cost center 80', po_number: null });
  }, 120_000);

  it('says each mistake in one sentence', async () => {
    const cases = [
      [['org', 'put', 'acme'], 2, /--name/],
      [['org', 'put', 'acme', '--name', 'Acme', '--plan', 'team'], 1, /members can change the plan/],
      [['org', 'put', 'acme', '--name', 'Acme', '--spend-cap', 'maybe'], 2, /must be on or off/i],
      [['org', 'show', 'nothing'], 1, /^Organization not found\.\n$/],
      [['org', 'dance'], 2, /dance/],
      [['usage', 'import', 'missing.csv'], 1, /can't be read/],
      [['member', 'put', 'acme', 'no-address', '--role', 'owner'], 1, /^<email> /],
      [['project', 'put', 'acme', 'shop', '--name', 'shop'], 1, /^<ref> .*20 lower-case letters/],
      [['project', 'put', 'acme', project, '--name', 'shop', '--compute-size', 'vast'], 1, /^--compute-size must be one of pico, /],
      [['payment', 'refund', 'nothing', '5', '--reason', 'x', '--yes'], 1, /^<id> .*pay_/],
      [['key', 'create', '--owner', 'ops@example.com', '--scopes', 'read'], 2, /--name/],
      [['org', 'put', 'acme', '--name', 'Acme', '--started-at', '2026-05-03'], 2, /2026-05-31T12:00:00Z/],
      [['org', 'close', 'acme'], 1, /ends its projects.*--yes.*--dry-run/],
      [['credit', 'grant', 'acme', '5000', '--reason', 'x'], 1, /^Granting \$50\.00 of credit to acme can't be undone\. Nothing is done/],
      [['key', 'revoke', 'key_missing', '--dry-run'], 1, /^There is no key key_missing/],
      [['usage', 'import', file('nothing.csv', '')], 1, /no usage record/],
      [['usage', 'import', file('head.csv', 'id,organization,project_ref,metric,quantity,at\n')], 1, /no usage record/],
      [['usage', 'import', file('torn.csv', '\u0000"\n"a"b')], 1, /not valid CSV/],
    ] as const;
    for (const [words, code, sentence] of cases) {
      const answer = await run(environment, ...words);
      expect([words, answer.code, answer.errors]).toEqual([words, code, expect.stringMatching(sentence)]);
      expect(answer.errors).toMatch(/^[^\n]+[.!]\n$/);
    }
  }, 120_000);

  it('shows what closing would bill and end, and closes when told so', async () => {
    const tried = await runScript(environment, ['dist/server/billing.js', 'org', 'close', 'acme', '--dry-run']);
    expect([tried.code, tried.output]).toEqual([0, expect.stringMatching(/^Nothing is done.*To pay after credit.*ada@acme\.example/s)]);
    expect((await run(environment, 'org', 'put', 'short', '--name', 'Short')).code).toBe(0);
    const closed = await run(environment, 'org', 'close', 'short', '--yes');
    expect([closed.code, closed.data.closed_at]).toEqual([0, expect.any(Number)]);
    const shown = await runScript(environment, ['dist/server/billing.js', 'org', 'show', 'short']);
    expect(shown.output).toMatch(/^closed_at +\d{4}-\d\d-\d\dT[\d:]+Z$/m);
  }, 120_000);

  it('makes keys that end after 400 days unless another time is given', async () => {
    const ends = ['--expires-at', '2039-01-01T00:00:00Z'];
    const words = ['key', 'create', '--owner', 'ops@example.com', '--scopes', 'read'];
    const late = await run(environment, ...words, '--name', 'late', ...ends);
    expect([late.code, late.errors]).toEqual([1, expect.stringMatching(/^--expires-at must be at most 400 days ahead/)]);
    const soon = Math.floor(Date.now() / 1000) + 30 * 86_400;
    const options = [[], ['--expires-at', new Date(soon * 1000).toISOString()]];
    for (const [index, more] of options.entries()) expect((await run(environment, ...words, '--name', `n${index}`, ...more)).code).toBe(0);
    const { keys } = (await run(environment, 'key', 'list')).data as {
      keys: { name: string; created_at: number; expires_at: number }[];
    };
    const lifeOf = (name: string): number => {
      const { created_at: made = 0, expires_at: end = 0 } = keys.find((key) => key.name === name) ?? {};
      return Math.round((end - made) / 86_400);
    };
    expect(['first key', 'n0', 'n1'].map(lifeOf)).toEqual([400, 400, 30]);
  }, 120_000);

  it('goes on at the running platform, whose sign-in knows its members', async () => {
    const { key } = (await run(environment, 'key', 'create', 'for tests', '--owner', 'ops@example.com', '--scopes', 'organizations,read'))
      .data;
    const platform = await startProgram(environment);
    try {
      const port = new URL(platform.origin).port;
      const made = await run(
        { ...environment, PORT: port },
        'key',
        'create',
        '--name',
        'first',
        '--owner',
        'ops@example.com',
        '--scopes',
        'read',
      );
      const reads = { ...environment, BILLING_KEY: made.data.key, BILLING_URL: platform.origin };
      expect([made.code, (await run(reads, 'org', 'list')).code]).toEqual([0, 0]);
      const refused = await run(environment, 'org', 'list');
      expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/set BILLING_KEY to a key/)]);
      const plain = await run({ ...environment, BILLING_KEY: key, BILLING_URL: 'http://billing.example' }, 'org', 'list');
      expect([plain.code, plain.errors]).toEqual([
        1,
        'BILLING_URL must be an https address, because billing.example is another machine.\n',
      ]);
      const at = { ...environment, BILLING_KEY: key, BILLING_URL: platform.origin };
      const { organizations } = (await run(at, 'org', 'list')).data;
      expect(organizations.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['acme', 'short']);
      const zip = join(home, 'from-the-platform.zip');
      expect((await run(at, 'org', 'export', 'acme', '--file', zip)).code).toBe(0);
      expect(Object.keys(unzipSync(readFileSync(zip)))).toContain('tables/organizations.jsonl');
      const lacking = await run(at, 'key', 'list');
      expect([lacking.code, lacking.errors]).toEqual([1, 'Your key lacks the scope keys.\n']);
      const wrong = await run({ ...at, BILLING_KEY: 'bk_'.padEnd(46, 'x') }, 'org', 'list');
      expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/This key is unknown: set BILLING_KEY/)]);
      const headers = { 'Content-Type': 'application/json' };
      const signIn = (member: string) =>
        fetch(`${platform.origin}/auth/sandbox`, { method: 'POST', headers, body: JSON.stringify({ member }) });
      expect([(await signIn('ada')).status, (await signIn('owner')).status]).toEqual([204, 400]);
      expect(await (await fetch(`${platform.origin}/sign-in`)).text()).toContain('owner of Acme');
    } finally {
      await platform.end('SIGTERM');
    }
  }, 120_000);
});

const unchanged = 'The database has the schema of this program already: nothing was changed.\n';
const later = schemaNames.length - 2;
const applied = (count: number): string => `${count} ${count === 1 ? 'migration was' : 'migrations were'} applied`;
const takenOver = `The database's list of 31 migrations was replaced by the 2 that they were squashed into, and ${applied(later)}.\n`;
async function migrateTwice(environment: Readonly<Record<string, string>>) {
  const said = [];
  for (let turn = 0; turn < 2; turn += 1) said.push(await runScript(environment, ['dist/server/billing.js', 'migrate']));
  return said.map(({ code, output, errors }) => (code === 0 ? output : errors));
}

it('migrate says of a data folder what it did', async () => {
  const environment = { DATA_DIR: join(home, 'migrated'), SEED: 'none' };
  expect(await migrateTwice(environment)).toEqual([
    `${applied(schemaNames.length)}: the database has the schema of this program.\n`,
    unchanged,
  ]);
  await ageFolder(environment.DATA_DIR);
  expect((await run(environment, 'migrate')).data).toEqual({ migrated: true, applied: later, replaced: 31, sealed: 0 });
}, 120_000);

describe.skipIf(inject('postgresUrl') === null)('on an empty database', () => {
  it('migrates production before it starts', async () => {
    const url = await createDatabase(inject('postgresUrl') ?? '');
    const environment = { ...productionSettings, DATABASE_URL: url, PORT: '0' };
    const start = await runToEnd(environment);
    expect([start.code, start.errors]).toEqual([
      1,
      expect.stringMatching(/has no tables of this program yet; run npm run billing -- migrate.*\.\n$/),
    ]);
    expect((await run(environment, 'init')).errors).toMatch(/billing -- migrate/);
    const migrated = await run(environment, 'migrate');
    expect([migrated.code, migrated.data.applied > 0]).toEqual([0, true]);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(listSquashed);
    await client.end();
    expect((await run(environment, 'init')).errors).toMatch(/were squashed; run npm run billing -- migrate/);
    expect(await migrateTwice(environment)).toEqual([takenOver, unchanged]);
    expect((await run(environment, 'init')).data.key).toMatch(/^bk_/);
    expect((await run(environment, 'org', 'put', 'first', '--name', 'First')).code).toBe(0);
    expect((await run(environment, 'key', 'list')).data.keys).toHaveLength(1);
    expect((await run(environment, 'jobs', 'list')).data).toEqual({ dead_jobs: [], next_cursor: null });
    expect((await run(environment, 'jobs', 'retry', 'all')).data).toEqual({ retried: [] });
    const doctor = await run({ ...environment, STRIPE_SECRET_KEY: '' }, 'doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.data.findings).toContainEqual({ part: 'jobs', ok: true, text: 'No background job has failed permanently.' });
    expect(doctor.data.findings).toContainEqual({ part: 'database', ok: true, text: 'It responds and has the schema of this program.' });
    expect(doctor.data.findings).toContainEqual(expect.objectContaining({ part: 'settings', ok: false }));
  }, 120_000);
});
