import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorOf, type Operator } from '#tests/support/operator.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// The tests send requests with endless bodies, to use up the maximum number of concurrent requests of a key.

let platform: TestPlatform;
let [first, second]: Operator[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  const limits = { REQUESTS_PER_KEY: '2', REQUESTS_WAITING: '1', REQUEST_WAIT_SECONDS: '1' };
  platform = await startPlatform('pglite', { SEED: 'none', ...limits }, { automatic: false });
  [first, second] = [await operatorOf(platform), await operatorOf(platform)];
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await platform?.stop();
});

function uploadOf({ key }: Operator): void {
  const { hostname, port } = new URL(platform.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const head = `POST /admin/v1/usage HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
}

it('limits the requests of a key, and those of no other', async () => {
  if (!first || !second) throw new Error('There are no operators');
  const [one, other] = [first, second];
  expect((await one.ask('GET', '/organizations')).status).toBe(200);
  uploadOf(one);
  uploadOf(one);
  await expect.poll(async () => (await one.ask('GET', '/organizations')).status, { timeout: 20_000 }).toBe(429);
  const busy = await one.ask('GET', '/organizations');
  expect([busy.status, busy.body.code, busy.headers.get('Retry-After')]).toEqual([429, 'busy', '1']);
  expect((await other.ask('GET', '/organizations')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await one.ask('GET', '/organizations')).status).toBe(200);
});
