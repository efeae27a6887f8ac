import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyWrites } from '#server/http/admin/key-limits.ts';
import { countOne } from '#server/store/limits.ts';
import { rowsOf } from '#server/database/database.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

let platform: TestPlatform;
let operator: Operator;

beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
  operator = await operatorOf(platform);
});
afterAll(() => platform?.stop());

const now = () => platform.context.clock.nowSeconds();
const expiresAt = Math.floor(Date.now() / 1000) + 90 * 86_400;
const input = { name: 'collector', owner: 'ada@example.com', scopes: ['usage', 'read'], expires_at: expiresAt };

describe('a key', () => {
  it('is shown once, stored as a hash, and listed without its secret', async () => {
    const { status, body } = await operator.ask('POST', '/keys', input);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        name: 'collector',
        owner: 'ada@example.com',
        scopes: ['usage', 'read'],
        created_at: expect.any(Number),
        expires_at: expiresAt,
        organizations: null,
        addresses: null,
        requests_per_minute: null,
        last_used_at: null,
        revoked_at: null,
        key: expect.stringMatching(/^bk_[A-Za-z0-9_-]{43}$/),
      },
    ]);
    const list = await operator.ask('GET', '/keys');
    expect(list.body.keys).toContainEqual(expect.objectContaining({ id: body.id, owner: 'ada@example.com' }));
    const stored = rowsOf(await platform.context.db.execute('select * from api_keys'));
    for (const text of [JSON.stringify(list.body), JSON.stringify(stored)]) expect(text).not.toContain(body.key);
  });

  it('is replaced without a pause, and revoked at once', async () => {
    const [old, next] = await Promise.all([operator.ask('POST', '/keys', input), operator.ask('POST', '/keys', input)]);
    const read = async (key: string) => (await operator.ask('GET', '/organizations', undefined, { key })).status;
    expect([await read(old.body.key), await read(next.body.key)]).toEqual([200, 200]);
    expect((await operator.ask('DELETE', `/keys/${old.body.id}`)).status).toBe(204);
    expect([await read(old.body.key), await read(next.body.key)]).toEqual([401, 200]);
    expect((await operator.ask('DELETE', `/keys/${old.body.id}`)).status).toBe(204);
    expect((await operator.ask('DELETE', '/keys/key_unknown')).status).toBe(404);
    const { keys } = (await operator.ask('GET', '/keys')).body;
    expect(keys.find(({ id }: { id: string }) => id === old.body.id).revoked_at).toEqual(expect.any(Number));
    expect(keys.find(({ id }: { id: string }) => id === next.body.id).last_used_at).toEqual(expect.any(Number));
  });

  it('ends when it says so', async () => {
    const past = await operator.ask('POST', '/keys', { ...input, expires_at: now() - 1 });
    expect([past.status, past.body.errors[0].path]).toEqual([400, 'body.expires_at']);
    const { body } = await operator.ask('POST', '/keys', { ...input, expires_at: now() + 3600 });
    const read = () => operator.ask('GET', '/organizations', undefined, { key: body.key });
    expect((await read()).status).toBe(200);
    platform.context.clock.moveTo(3601 * 1000);
    const after = await read();
    platform.context.clock.moveTo(0);
    expect([after.status, after.body.message]).toEqual([401, 'This key has expired']);
  });

  it('does what its scopes say, and names the one that it lacks', async () => {
    const { body } = await operator.ask('POST', '/keys', { ...input, scopes: ['read'] });
    const refused = await operator.ask('PUT', '/organizations/acme', { name: 'Acme' }, { key: body.key });
    expect([refused.status, refused.body.message]).toEqual([403, 'Your key lacks the scope organizations']);
    expect((await operator.ask('GET', '/organizations', undefined, { key: body.key })).status).toBe(200);
    const keys = await operatorOf(platform, ['keys']);
    const more = await keys.ask('POST', '/keys', { ...input, scopes: ['money'] });
    expect([more.status, more.body.message]).toEqual([403, "Your key can't grant the scope money, which it lacks"]);
  });

  it('is the only way in: no cookie, no service token, no other origin', async () => {
    for (const key of [null, 'bk_'.padEnd(46, 'x'), platform.context.config.serviceToken, 'nonsense'])
      expect((await operator.ask('GET', '/organizations', undefined, { key })).status).toBe(401);
    const cookie = await operator.ask('GET', '/organizations', undefined, { key: null, headers: { Cookie: `session=${operator.key}` } });
    expect(cookie.status).toBe(401);
    const other = await operator.ask('GET', '/organizations', undefined, { headers: { Origin: 'https://elsewhere.example' } });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBe(null);
  });

  it('is counted', async () => {
    const { body } = await operator.ask('POST', '/keys', input);
    await countOne(platform.context.db, keyWrites, body.id, keyWrites.most);
    const refused = await operator.ask('POST', '/usage', { records: [{}] }, { key: body.key });
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)]);
    expect((await operator.ask('GET', '/organizations', undefined, { key: body.key })).status).toBe(200);
  });
});

describe('an idempotency key', () => {
  it('gives the first answer again, to its sender alone', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const [first, again] = await Promise.all([
      operator.ask('POST', '/keys', input, { headers }),
      operator.ask('POST', '/keys', input, { headers }),
    ]);
    expect(again.body).toEqual(first.body);
    expect([first.status, again.status]).toEqual([201, 201]);
    const other = await operator.ask('POST', '/keys', { ...input, name: 'other' }, { headers });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const another = await operatorOf(platform);
    expect((await another.ask('POST', '/keys', input, { headers })).body.id).not.toBe(first.body.id);
    const stored = rowsOf(await platform.context.db.execute('select * from admin_requests'));
    expect(JSON.stringify(stored)).not.toContain(first.body.key);
  });
});

it('answers what it does not know as the platform does', async () => {
  const cases = [
    ['PATCH', '/keys', {}, 405],
    ['GET', '/nothing', undefined, 404],
    ['GET', '/keys?x=1', undefined, 400],
    ['POST', '/keys', { ...input, more: 1 }, 400],
    ['PUT', '/organizations/-x', { name: 'X' }, 400],
  ] as const;
  for (const [method, path, body, status] of cases) {
    const answer = await operator.ask(method, path, body);
    expect([path, answer.status, answer.body.request_id]).toEqual([path, status, expect.any(String)]);
  }
  const text = await platform.ask('/admin/v1/keys', {
    method: 'POST',
    headers: { Authorization: `Bearer ${operator.key}`, 'Content-Type': 'text/plain' },
    body: 'x',
  });
  expect(text.status).toBe(415);
  const large = await operator.ask('POST', '/keys', { ...input, name: 'x'.repeat(70_000) });
  expect(large.status).toBe(413);
});
