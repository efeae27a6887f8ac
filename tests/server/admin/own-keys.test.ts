import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorKeysAddress } from '#lib/addresses.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform('pglite', { SEED: 'none' }, { automatic: false });
});
afterAll(() => platform?.stop());

const json = { 'Content-Type': 'application/json' };
const make = (body: unknown, headers: Readonly<Record<string, string>> = json) =>
  platform.ask(operatorKeysAddress, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const listWith = (key: string) => platform.ask('/admin/v1/organizations', { headers: { Authorization: `Bearer ${key}` } });

it('makes a key with the requested scopes while the platform runs', async () => {
  const { status, body } = await make({ name: 'edge', owner: 'ops@example.com', scopes: ['read'] });
  expect([status, body.name, body.scopes]).toEqual([201, 'edge', ['read']]);
  expect((await listWith(body.key)).status).toBe(200);
});

it('makes a key that ends after 400 days unless another time is given', async () => {
  const input = { name: 'edge', owner: 'ops@example.com', scopes: ['read'] };
  const inDays = (days: number): number => platform.context.clock.nowSeconds() + days * 86_400;
  const { body } = await make(input);
  expect(Math.abs(body.expires_at - inDays(400))).toBeLessThan(60);
  const end = inDays(30);
  expect((await make({ ...input, expires_at: end })).body.expires_at).toBe(end);
});

it('makes one by the button of the inspector, and shows it once', async () => {
  const page = await platform.ask('/sandbox/gateway/inspector');
  expect(page.body).toContain(`action="${operatorKeysAddress}"`);
  // The gateway's inspector page disables the referrer, so browsers submit its forms with the origin "null".
  const requestHeaders = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
  const made = await make('', { ...requestHeaders, 'Content-Type': 'application/x-www-form-urlencoded' });
  const [key = ''] = /bk_[A-Za-z0-9_-]{30,}/.exec(made.body) ?? [];
  expect([made.status, (await listWith(key)).status]).toEqual([201, 200]);
});

it('refuses pages of other sites and unknown scopes', async () => {
  const foreign = await make({ name: 'x', owner: 'ops@example.com', scopes: ['read'] }, { ...json, Origin: 'https://evil.example' });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'cross_site_request']);
  for (const site of [{}, { 'Sec-Fetch-Site': 'cross-site' }]) {
    const hidden = await make('', { Origin: 'null', ...site, 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([hidden.status, hidden.body.code]).toEqual([403, 'cross_site_request']);
  }
  const unknown = await make({ name: 'x', owner: 'ops@example.com', scopes: ['all'] });
  expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'body.scopes.0']);
});

it('makes none for other machines, for a proxy or for a page that has another name for this machine', async () => {
  const other = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.filter(({ internal, family }) => !internal && family === 'IPv4') ?? [],
  );
  const open = await startPlatform('pglite', { SEED: 'none', HOST: '0.0.0.0' }, { automatic: false });
  const body = JSON.stringify({ name: 'x', owner: 'ops@example.com', scopes: ['read'] });
  const { port } = new URL(open.origin);
  const statusAt = async (host: string): Promise<number> =>
    (await fetch(`http://${host}:${port}${operatorKeysAddress}`, { method: 'POST', headers: json, body })).status;
  try {
    expect(await statusAt('127.0.0.1')).toBe(201);
    for (const { address } of other) expect(await statusAt(address)).toBe(403);
  } finally {
    await open.stop();
  }
  for (const proxy of ['Forwarded', 'X-Forwarded-For']) {
    expect((await make({ name: 'x' }, { ...json, [proxy]: '203.0.113.9' })).body.code).toBe('forbidden');
  }
});
