import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runScript, runToEnd, startProgram } from '#tests/support/built-program.ts';
import { createDatabase } from '#tests/support/postgres-server.ts';
import { productionSettings } from '#tests/support/production-settings.ts';

const { SECRETS_KEY: firstKey, ...withoutKey } = productionSettings;
const endpoint = `we_${'a'.repeat(24)}`;
const clear = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const anyPort = (environment: Readonly<Record<string, string>>) => ({ ...environment, PORT: '0' });

async function run(environment: Readonly<Record<string, string>>, words: readonly string[], answersSecret = false) {
  const ended = await runScript(environment, ['dist/server/billing.js', ...words, '--json'], answersSecret);
  return { ...ended, data: ended.output === '' ? null : JSON.parse(ended.output) };
}

describe.skipIf(inject('postgresUrl') === null)('the key that seals secrets', () => {
  let environment: Readonly<Record<string, string>>;
  let client: pg.Client;

  const stored = async (): Promise<string> => (await client.query('select secret from webhook_endpoints')).rows[0].secret;
  const secretsFinding = async (changes: Readonly<Record<string, string>>) =>
    (await run({ ...environment, ...changes }, ['doctor'])).data.findings.find(({ part }: { part: string }) => part === 'secrets');

  beforeAll(async () => {
    environment = { ...withoutKey, DATABASE_URL: await createDatabase(inject('postgresUrl') ?? '') };
    client = new pg.Client({ connectionString: environment['DATABASE_URL'] ?? '' });
    await client.connect();
  });
  afterAll(() => client?.end());

  it('is required in production, by migrate and by a start, which name the command that prints one', async () => {
    const remedy =
      'SECRETS_KEY must be given in production; print one with npm run billing -- secrets-key and keep it with your other secrets.\n';
    for (const ended of [await run(environment, ['migrate']), await runToEnd(anyPort(environment))])
      expect([ended.code, ended.errors]).toEqual([1, remedy]);
    const short = await runToEnd(anyPort({ ...environment, SECRETS_KEY: Buffer.alloc(16).toString('base64') }));
    expect([short.code, short.errors]).toEqual([1, expect.stringMatching(/^SECRETS_KEY must be 32 bytes as base64/)]);
    const printed = await run(environment, ['secrets-key']);
    expect(Buffer.from(printed.data.key, 'base64')).toHaveLength(32);
    const lone = await runToEnd(anyPort({ ...environment, SECRETS_KEY_PREVIOUS: printed.data.key }));
    expect(lone.errors).toMatch(/SECRETS_KEY/);
  }, 60_000);

  it('seals by migrate what is stored in clear text, and a start refuses another key', async () => {
    const at = { ...environment, SECRETS_KEY: firstKey };
    expect((await run(at, ['migrate'])).data).toMatchObject({ migrated: true, sealed: 0 });
    await client.query(
      `insert into webhook_endpoints (id, url, events, secret, created_at, created_by) values ($2, 'https://hooks.example/', '{*}', $1, now(), 'command')`,
      [clear, endpoint],
    );
    expect(await secretsFinding({ SECRETS_KEY: firstKey })).toMatchObject({
      ok: false,
      text: expect.stringContaining('run billing migrate'),
    });
    expect((await run(at, ['migrate'])).data).toMatchObject({ sealed: 1 });
    expect(await stored()).toMatch(/^sealed\.1\./);
    expect(await secretsFinding({ SECRETS_KEY: firstKey })).toMatchObject({ ok: true });
    const otherKey = { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
    const other = await runToEnd(anyPort({ ...environment, ...otherKey }));
    expect([other.code, other.errors]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^The secret of webhook endpoint ${endpoint} can't be opened; set SECRETS_KEY`)),
    ]);
    expect(await secretsFinding(otherKey)).toMatchObject({ ok: false, text: expect.stringContaining(endpoint) });
  }, 60_000);

  it('is rotated with the previous key beside it: processes start with both, and migrate seals again', async () => {
    const both = { ...environment, SECRETS_KEY: Buffer.alloc(32, 2).toString('base64'), SECRETS_KEY_PREVIOUS: firstKey };
    const { SECRETS_KEY_PREVIOUS: _, ...newOnly } = both;
    const before = await stored();
    await (await startProgram(both)).end('SIGTERM');
    expect(await stored()).toBe(before);
    expect((await run(both, ['migrate'])).data).toMatchObject({ sealed: 1 });
    expect((await run(newOnly, ['migrate'])).data).toMatchObject({ sealed: 0 });
    const rotated = await run(newOnly, ['webhook', 'rotate', endpoint, '--yes'], true);
    expect([rotated.code, rotated.data.secret]).toEqual([0, expect.stringMatching(/^whsec_/)]);
  }, 60_000);
});
