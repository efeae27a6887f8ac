import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const day = 86_400;

let platform: TestPlatform;
let operator: Operator;
let now: number;

beforeAll(async () => {
  // The platform trusts proxies on these addresses, so the test can set `X-Forwarded-For` like a proxy.
  platform = await startPlatform('pglite', { SEED: 'none', TRUSTED_PROXIES: '127.0.0.1/32, ::1/128, 10.0.0.0/8' }, { automatic: false });
  operator = await operatorOf(platform);
  now = platform.context.clock.nowSeconds();
  for (const slug of ['acme', 'other']) await operator.ask('PUT', `/organizations/${slug}`, { name: slug, plan: 'free' });
});
afterAll(() => platform?.stop());

const input = { name: 'collector', owner: 'ada@example.com', scopes: ['usage', 'read', 'organizations'] };
const make = async (more: object): Promise<{ id: string; key: string }> => {
  const { status, body } = await operator.ask('POST', '/keys', { ...input, expires_at: now + 30 * day, ...more });
  expect([status, body]).toEqual([201, expect.objectContaining(more)]);
  return body as { id: string; key: string };
};

it('has an end within 400 days, which a request must name', async () => {
  const ends = [undefined, null, now - 1, now + 401 * day, now + 399 * day];
  const answers = await Promise.all(ends.map((end) => operator.ask('POST', '/keys', { ...input, expires_at: end })));
  expect(answers.map(({ status, body }) => [status, body.errors?.[0].path])).toEqual([
    ...[1, 2, 3, 4].map(() => [400, 'body.expires_at']),
    [201, undefined],
  ]);
});

it('acts on its own organizations alone', async () => {
  const { key } = await make({ organizations: ['acme', 'later'] });
  const statusOf = async (method: string, path: string, body?: unknown) => (await operator.ask(method, path, body, { key })).status;
  expect(await statusOf('GET', '/organizations/acme')).toBe(200);
  expect(await statusOf('PUT', '/organizations/later', { name: 'Later', plan: 'free' })).toBe(201);
  const refused = await operator.ask('GET', '/organizations/other', undefined, { key });
  expect([refused.status, refused.body.message]).toEqual([403, 'Your key is not for the organization other']);
  for (const path of ['/organizations', '/price-books', '/approvals', '/dead-jobs', '/audit'])
    expect([path, await statusOf('GET', path)]).toEqual([path, 403]);
  const record = { id: 'u1', project_ref: 'a'.repeat(20), metric: 'EGRESS', quantity: 1, at: now - 60 };
  const { body } = await operator.ask('POST', '/usage', { records: [{ ...record, organization: 'other' }] }, { key });
  expect(body.rejected[0]).toMatchObject({ code: 'unknown_organization', message: 'Your key is not for this organization' });
});

it('is used from its own networks alone, as the trusted proxies name them', async () => {
  const { key } = await make({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
  const from = async (forwarded?: string) =>
    (
      await operator.ask('GET', '/organizations', undefined, {
        key,
        headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
      })
    ).status;
  expect(await from('203.0.113.9')).toBe(200);
  expect(await from('203.0.113.9, 10.1.2.3')).toBe(200);
  expect(await from('2001:db8::7')).toBe(200);
  // Only the last entry counts, because it comes from the proxy. Earlier entries must have no effect, because a client can forge them.
  for (const forwarded of ['198.51.100.7', '203.0.113.9, 198.51.100.7', 'nonsense', undefined])
    expect([forwarded, await from(forwarded)]).toEqual([forwarded, 403]);
  const maker = await make({ addresses: ['203.0.113.0/24'], scopes: ['keys', 'read'] });
  const child = (addresses?: string[]) =>
    operator.ask(
      'POST',
      '/keys',
      { ...input, scopes: ['read'], expires_at: now + day, ...(addresses && { addresses }) },
      { key: maker.key, headers: { 'X-Forwarded-For': '203.0.113.9' } },
    );
  expect((await child()).body.addresses).toEqual(['203.0.113.0/24']);
  expect((await child(['203.0.113.128/25'])).status).toBe(201);
  expect((await child(['203.0.112.0/23'])).body).toMatchObject({ code: 'forbidden', errors: [{ path: 'body.addresses' }] });
});

it('is not moved into its networks by a header where no proxy is trusted', async () => {
  const open = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
  try {
    const root = await operatorOf(open);
    const statusOf = async (addresses: string[], forwarded: string): Promise<number> => {
      const { body } = await root.ask('POST', '/keys', { ...input, expires_at: open.context.clock.nowSeconds() + day, addresses });
      return (await root.ask('GET', '/organizations', undefined, { key: body.key, headers: { 'X-Forwarded-For': forwarded } })).status;
    };
    expect(await statusOf(['203.0.113.0/24'], '203.0.113.9')).toBe(403);
    expect(await statusOf(['127.0.0.0/8', '::1/128'], '203.0.113.9')).toBe(200);
  } finally {
    await open.stop();
  }
});

it('counts its requests against the rate that it was given', async () => {
  const { key } = await make({ requests_per_minute: 2 });
  const answers = [];
  for (let round = 0; round < 3; round += 1) answers.push(await operator.ask('GET', '/organizations', undefined, { key }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(Number(answers[2]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

it('names the field of terms that are none', async () => {
  const cases = { organizations: ['-x'], addresses: ['203.0.113.9'], requests_per_minute: 0 };
  for (const [field, value] of Object.entries(cases)) {
    const { status, body } = await operator.ask('POST', '/keys', { ...input, expires_at: now + day, [field]: value });
    expect([field, status, body.errors[0].path]).toEqual([field, 400, expect.stringMatching(new RegExp(`^body.${field}`))]);
  }
});

it('warns its owner 30 and 7 days before it ends, once each, and a metric shows the days', async () => {
  const { id } = await make({ name: 'ends', owner: 'ends@example.com', expires_at: now + 60 * day });
  const revoked = await make({ name: 'gone', owner: 'gone@example.com', expires_at: now + 60 * day });
  await operator.ask('DELETE', `/keys/${revoked.id}`);
  const emailsAfterDays = async (days: number): Promise<[string, string][]> => {
    platform.context.clock.moveTo(days * day * 1000);
    await platform.context.jobs.runDue();
    await platform.context.jobs.runDue();
    const { body } = await platform.ask('/sandbox/postbox/messages');
    return body
      .filter(({ kind, to }: { kind: string; to: string[] }) => kind === 'key_expiring' && to[0] !== 'ada@example.com')
      .map(({ to, text }: { to: string[]; text: string }) => [to[0], /Key: (\S+)/.exec(text)?.[1]]);
  };
  expect(await emailsAfterDays(29)).toEqual([]);
  expect(await emailsAfterDays(31)).toEqual([['ends@example.com', id]]);
  expect(await emailsAfterDays(52)).toHaveLength(1);
  expect(await emailsAfterDays(54)).toHaveLength(2);
  const { body: metrics } = await platform.ask('/metrics');
  expect(Number(/^platform_admin_key_days_left (\S+)/m.exec(metrics)?.[1])).toBeCloseTo(6, 0);
});
