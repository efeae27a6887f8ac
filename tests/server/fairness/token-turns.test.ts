import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newToken } from '#tests/support/new-token.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// The tests send requests with endless bodies, to use up the maximum number of concurrent requests of an organization's tokens.

const organization = '/platform/organizations/pro-payg';
let platform: TestPlatform;
const sockets: Socket[] = [];

beforeAll(async () => {
  const limits = { REQUESTS_PER_ORGANIZATION: '4', REQUESTS_PER_KEY: '2', REQUESTS_WAITING: '1', REQUEST_WAIT_SECONDS: '1' };
  platform = await startPlatform('pglite', limits, { automatic: false });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await platform?.stop();
});

function upload(token: string): void {
  const { hostname, port } = new URL(platform.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const head = `POST ${organization}/usage/records HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
}

it('limits all tokens of an organization together, and leaves a share to its members', async () => {
  const scopes = ['billing:read', 'usage:write'] as const;
  const [one, other] = [
    await newToken(platform, 'pro-payg', { scopes: [...scopes] }),
    await newToken(platform, 'pro-payg', { scopes: [...scopes] }),
  ];
  const { token: foreign } = await newToken(platform, 'team-eu', { scopes: [...scopes] });
  const asToken = async (token: string, slug = 'pro-payg') =>
    (await platform.ask(`/platform/organizations/${slug}/usage`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect([await asToken(one.token), await asToken(other.token)]).toEqual([200, 200]);
  upload(one.token);
  upload(other.token);
  await expect.poll(() => asToken(other.token), { timeout: 20_000 }).toBe(429);
  expect((await platform.ask(`${organization}/billing/subscription`, { as: 'owner' })).status).toBe(200);
  expect(await asToken(foreign, 'team-eu')).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => asToken(one.token)).toBe(200);
});
