import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFrontPrograms, startProxy, type FrontProgram } from '#tests/support/front-programs.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

// Tests the deployed proxy in front of a platform with slow clients and with alternative spellings of paths.

const slowConnections = 2000;
const slowAddresses = 20;
const patienceMs = 1000;
const header = (host: string): string => `POST /auth/sandbox HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;

it('a process gives a request 20 s for its head and 60 s in all', async () => {
  const running = await listenForRequests({ host: '127.0.0.1', port: 0 });
  const { headersTimeout, requestTimeout } = running.server;
  await running.stop();
  expect([headersTimeout, requestTimeout]).toEqual([20_000, 60_000]);
});

describe.skipIf(!hasFrontPrograms)('the deployed proxy', () => {
  let platform: TestPlatform;
  let proxy: FrontProgram & { readonly origin: string };
  const sockets: Socket[] = [];

  beforeAll(async () => {
    platform = await startPlatform('pglite', { METRICS_TOKEN: 'a-token-of-the-collector' });
    const port = Number(new URL(platform.origin).port);
    proxy = await startProxy([port, port]);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await proxy?.stop();
    await platform?.stop();
  });

  const open = (localAddress: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress }, () => resolve(socket));
      socket.once('error', reject);
      socket.on('error', () => undefined);
      sockets.push(socket);
    });
  const ask = (path: string, localAddress: string): Promise<{ status: number; ms: number }> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const headers = { Authorization: 'Bearer a-token-of-the-collector' };
      const outgoing = httpRequest({ port: proxy.port, host: '127.0.0.1', path, localAddress, agent: false, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt }));
      });
      outgoing.once('error', reject);
      outgoing.end();
    });

  it.each([
    '/metrics',
    '/%6detrics',
    '/%6Detrics',
    '/./metrics',
    '//metrics',
    '/x/../metrics',
    '/%2e/metrics',
    '/x/%2e%2e/metrics',
    '/%2E%2E/metrics',
    '/metrics/unsettled',
    '/metric%73?x=1',
    '/x/..//metrics',
  ])('keeps figures inside, spelled %s', async (path) => {
    expect((await ask(path, '127.0.0.1')).status).toBe(404);
  });

  it('keeps figures inside, spelled with its own address', async () => {
    const own = `http://127.0.0.1:${proxy.port}`;
    expect((await ask(`${own}/metrics`, '127.0.0.1')).status).toBe(404);
    expect((await ask(`${own}/%6detrics`, '127.0.0.1')).status).toBe(404);
  });

  it.each(['/metrics#x', 'http://platform/metrics', 'http://platform/%6detrics'])('refuses %s as no valid address', async (path) => {
    expect((await ask(path, '127.0.0.1')).status).toBe(400);
  });

  it('leads every other path to the platform, with what is encoded in it', async () => {
    expect((await ask('/healthz', '127.0.0.1')).status).toBe(200);
    expect((await ask('/org/a%2Fb/billing', '127.0.0.1')).status).toBe(302);
    const response = await fetch(`${platform.origin}/metrics`, { headers: { Authorization: 'Bearer a-token-of-the-collector' } });
    expect(response.status).toBe(200);
  });

  it('answers others within a second while 2,000 slow clients are connected, and ends these', async () => {
    // Requests a page before the measurement, because the first page request loads the renderer.
    expect((await ask('/sign-in', '127.0.0.9')).status).toBe(200);
    const addresses = Array.from({ length: slowAddresses }, (_, index) => `127.0.1.${index + 1}`);
    const slow = await Promise.all(
      Array.from({ length: slowConnections }, (_, index) => open(addresses[index % slowAddresses] ?? '127.0.1.1')),
    );
    const answers: string[] = [];
    for (const [index, socket] of slow.entries()) {
      socket.on('data', (chunk) => void (answers[index] = `${answers[index] ?? ''}${String(chunk)}`));
      socket.write(index % 2 === 0 ? header('platform') : `${header('platform')}Content-Length: 1000\r\n\r\n{"member":`);
    }
    const ended = Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    for (let turn = 0; turn < 10; turn += 1) {
      const { status, ms } = await ask('/sign-in', '127.0.0.9');
      expect([status, ms < patienceMs, ms]).toEqual([200, true, ms]);
    }
    await ended;
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
  }, 60_000);

  it('refuses connections of an address that has 300, and of no other', async () => {
    // Opens all connections at once, because the proxy closes an idle connection after a few seconds.
    const held = await Promise.all(Array.from({ length: 300 }, () => open('127.0.2.1')));
    await expect
      .poll(() =>
        ask('/healthz', '127.0.2.1').then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    expect((await ask('/healthz', '127.0.2.2')).status).toBe(200);
    for (const socket of held) socket.destroy();
    await expect
      .poll(() =>
        ask('/healthz', '127.0.2.1').then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe(200);
  }, 30_000);
});
