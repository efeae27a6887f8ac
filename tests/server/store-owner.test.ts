import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runToEnd } from '#tests/support/built-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(inject('postgresUrl') === null)('a database belongs to the mode that has opened it first', () => {
  const cluster = inject('postgresUrl') ?? '';
  let home: string;
  let url: string;
  let production: TestPlatform;

  const inDatabase = async <Row extends pg.QueryResultRow>(address: string, statement: string): Promise<Row[]> => {
    const client = new pg.Client(address);
    await client.connect();
    const { rows } = await client.query<Row>(statement);
    await client.end();
    return rows;
  };
  const namesOfMembers = async () => (await inDatabase<{ handle: string }>(url, 'select handle from members')).map(({ handle }) => handle);
  const run = async (environment: Readonly<Record<string, string>>, command?: string) => {
    const { code, errors, output } = await runToEnd({ PORT: String(await freePort()), DATA_DIR: home, ...environment }, command);
    expect([code, output]).toEqual([1, '']);
    return errors;
  };
  const startProduction = (address: string) =>
    startPlatform('postgres', { ...productionSettings, DATABASE_URL: address }, { seeds: [], automatic: false });

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'billing-owner-'));
    url = await createDatabase(cluster);
    production = await startProduction(url);
    await inDatabase(url, "insert into members (handle, username, primary_email) values ('ada', 'ada', 'ada@example.com')");
  });
  afterAll(async () => {
    await production.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const both = async () => ({
    reset: await run({ DATABASE_URL: url }, 'reset'),
    start: await run({ DATABASE_URL: url }),
    members: await namesOfMembers(),
    ready: (await production.ask('/readyz')).status,
  });
  const refused = {
    reset: 'A production store is never emptied by this command.\n',
    start: expect.stringMatching(/^The database of DATABASE_URL belongs to a production platform, [^\n]+\.\n$/),
    members: ['ada'],
    ready: 200,
  };

  it('one of production is neither emptied nor filled by a shell that has its address alone', async () => {
    expect(await both()).toEqual(refused);
  });

  it('nor is one that an older program of production has left without saying so', async () => {
    await inDatabase(url, "delete from settings where key = 'owner'");
    expect(await both()).toEqual(refused);
    const again = await startProduction(url);
    await again.stop();
    expect(await inDatabase(url, "select value from settings where key = 'owner'")).toEqual([{ value: 'production' }]);
  });

  it('one of the sandbox, with members that anybody can sign in as, is none for production', async () => {
    const sandbox = await createDatabase(cluster, inject('demoTemplate') ?? '');
    const sentence = /^The database of DATABASE_URL holds the embedded mode's sandbox, [^\n]+\.\n$/;
    expect(await run({ ...productionSettings, DATABASE_URL: sandbox })).toMatch(sentence);
    await inDatabase(sandbox, "delete from settings where key = 'owner'");
    expect(await run({ ...productionSettings, DATABASE_URL: sandbox })).toMatch(sentence);
  });

  it('one of something else is not emptied', async () => {
    const other = await createDatabase(cluster);
    await inDatabase(other, 'create table recipes (name text)');
    expect(await run({ DATABASE_URL: other }, 'reset')).toMatch(/is not one of this program \(it holds recipes but no schema_migrations\)/);
    expect(await inDatabase(other, 'select * from recipes')).toEqual([]);
  });

  it('one of the sandbox is emptied and seeded anew', async () => {
    const sandbox = await createDatabase(cluster, inject('demoTemplate') ?? '');
    await inDatabase(sandbox, "insert into members (handle, username, primary_email) values ('ada', 'ada', 'ada@example.com')");
    expect(await runToEnd({ DATABASE_URL: sandbox, DATA_DIR: join(home, 'reset') }, 'reset')).toMatchObject({ code: 0, errors: '' });
    expect(await inDatabase(sandbox, "select 1 from members where handle = 'ada'")).toEqual([]);
    expect(await inDatabase(sandbox, "select 1 from members where handle = 'owner'")).toHaveLength(1);
  });
});
