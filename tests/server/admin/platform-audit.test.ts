import { afterAll, beforeAll, expect, it } from 'vitest';
import { writtenRefusals } from '#server/admin/platform-audit.ts';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const day = 86_400;

let platform: TestPlatform;
let operator: Operator;
let now: number;

beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
  operator = await operatorOf(platform);
  now = platform.context.clock.nowSeconds();
});
afterAll(() => platform?.stop());

const audit = async (query = ''): Promise<Record<string, any>[]> => (await operator.ask('GET', `/audit${query}`)).body.entries;
const keyOf = (scopes: string[], owner = 'ada@example.com') =>
  operator.ask('POST', '/keys', { name: 'made', owner, scopes, expires_at: now + 90 * day });

it('has keys, endpoints, pauses and price books, with who did what, before and after', async () => {
  const { body: made } = await keyOf(['read']);
  await operator.ask('DELETE', `/keys/${made.id}`);
  expect(await audit('?what=key&act=revokeKey')).toEqual([
    expect.objectContaining({
      actor: operator.keyId,
      outcome: 'done',
      subject: made.id,
      before: {},
      after: { revoked_at: expect.any(String), revoked_by: operator.keyId },
      request_id: expect.stringMatching(/^req_/),
    }),
  ]);
  expect((await audit('?what=key&act=createKey'))[0]?.after).toMatchObject({ name: 'made', owner: 'ada@example.com', scopes: ['read'] });
  const { body: endpoint } = await operator.ask('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', events: ['*'] });
  await operator.ask('POST', `/webhook-endpoints/${endpoint.id}/rotate`);
  await operator.ask('PATCH', `/webhook-endpoints/${endpoint.id}`, { description: 'A hook' });
  await operator.ask('DELETE', `/webhook-endpoints/${endpoint.id}`);
  expect((await audit('?what=webhook_endpoint')).map(({ act }) => act)).toEqual([
    'deleteWebhookEndpoint',
    'changeWebhookEndpoint',
    'createWebhookEndpoint',
  ]);
  expect((await audit('?what=webhook_secret')).map(({ act, subject }) => [act, subject])).toEqual([['rotateWebhookSecret', endpoint.id]]);
  await operator.ask('PUT', '/charges', { paused: true, reason: 'An exercise' });
  await operator.ask('PUT', '/charges', { paused: false });
  expect((await audit('?what=pause')).map(({ actor, before, after }) => [actor, before.value?.reason, after.value?.reason])).toEqual([
    [operator.keyId, 'An exercise', undefined],
    [operator.keyId, undefined, 'An exercise'],
  ]);
  const { body: book } = await operator.ask(
    'GET',
    `/price-books/${(await operator.ask('GET', '/price-books')).body.price_books[0].version}`,
  );
  await operator.ask('POST', '/price-books', { version: 'next', effective_at: now + 40 * day, document: book.document });
  expect((await audit('?what=price_book&act=publishPriceBook'))[0]).toMatchObject({ actor: operator.keyId, subject: 'next', before: {} });
  expect(JSON.stringify(await audit('?limit=100'))).not.toContain(endpoint.secret);
});

it('has what was refused, and a flood of wrong keys fills nothing', async () => {
  const { body: reader } = await keyOf(['read']);
  await operator.ask('POST', '/keys', {}, { key: reader.key });
  expect((await audit('?outcome=refused&what=refused_call'))[0]).toMatchObject({
    actor: reader.id,
    act: 'createKey',
    after: { reason: 'Your key lacks the scope keys' },
  });
  for (let round = 0; round < writtenRefusals.most + 85; round += 1)
    await operator.ask('GET', '/organizations', undefined, { key: 'bk_'.padEnd(46, 'x') });
  const entries = await audit('?what=wrong_key&limit=100');
  expect([entries.length, entries[0]?.after]).toEqual([
    writtenRefusals.most + 1,
    { reason: 'This key is unknown', count_within_an_hour: 100 },
  ]);
  const { body: metrics } = await platform.ask('/metrics');
  expect(Number(/^platform_admin_keys_refused_total (\d+)/m.exec(metrics)?.[1])).toBe(writtenRefusals.most + 85);
});

it('is read page by page, and nothing in it can be changed', async () => {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await operator.ask('GET', `/audit?limit=7${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.entries.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
  for (const statement of [`update platform_audit set actor = 'nobody'`, 'delete from platform_audit', 'truncate platform_audit'])
    await expect(platform.context.db.execute(statement)).rejects.toThrow(/platform_audit/);
  expect((await operator.ask('GET', '/audit?outcome=maybe')).body.errors[0].path).toBe('query.outcome');
});

it('owners of money keys get an email about each new key that can move money or make keys', async () => {
  await operatorOf(platform, ['money'], 'Ben@example.com');
  await operatorOf(platform, ['money'], 'ben@example.com');
  await operatorOf(platform, ['usage'], 'uma@example.com');
  await platform.context.notices.send();
  const before = (await platform.ask('/sandbox/postbox/messages')).body.length;
  await keyOf(['read', 'usage']);
  const { body: made } = await keyOf(['keys', 'read'], 'invented@example.com');
  await platform.context.notices.send();
  const messages = (await platform.ask('/sandbox/postbox/messages')).body.slice(before);
  expect(messages.map(({ kind, to }: { kind: string; to: string[] }) => [kind, to[0]?.toLowerCase()]).toSorted()).toEqual([
    ['key_created', 'ben@example.com'],
    ['key_created', 'ops@example.com'],
  ]);
  expect(messages[0].text).toContain(made.id);
  expect(messages[0].text).toContain(`Made by: ${operator.keyId}`);
});
