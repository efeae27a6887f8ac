import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { takeTurns } from '#server/http/turns/take-turns.ts';
import { PlatformError } from '#server/platform-error.ts';
import { readConfig } from '#server/settings/config.ts';
import { listenForRequests, type RunningServer } from '#server/start/serve.ts';

// The tests send anonymous requests through a proxy. Per client address, one request can run and one request can wait.

const limits = { REQUESTS_PER_ADDRESS: '1', REQUESTS_WAITING: '1', REQUEST_WAIT_SECONDS: '20' };

let running: RunningServer;
let downloads: ReadableStreamDefaultController<Uint8Array>[];
let release: (() => void)[];
let refused: number[];

beforeEach(() => listen({ ...limits, TRUSTED_PROXIES: '127.0.0.1/32' }));
afterEach(() => running.stop(0));

async function listen(settings: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig(settings);
  downloads = [];
  release = [];
  refused = [];
  const app = new Hono<HttpEnvironment>();
  app.use(takeTurns({ config, secure: false } as WebContext));
  app.get('/download.csv', () => new Response(new ReadableStream({ start: (controller) => void downloads.push(controller) })));
  app.get('/slow.txt', async (c) => {
    await new Promise<void>((resolve) => release.push(resolve));
    return c.text('done');
  });
  app.get('/quick.txt', (c) => c.text('done'));
  app.onError((error, c) => {
    if (!(error instanceof PlatformError)) throw error;
    refused.push(error.status);
    return c.json({ code: error.code }, error.status === 499 ? 400 : 429);
  });
  running = await listenForRequests({ host: '127.0.0.1', port: 0 });
  running.answerWith(getRequestListener(app.fetch));
}

function send(path: string, address = '203.0.113.1') {
  const headers = { 'X-Forwarded-For': address };
  const outgoing = httpRequest({ host: '127.0.0.1', port: running.port, path, headers, agent: false });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const answer = once(outgoing, 'response').then(([response]) => response as IncomingMessage);
  // A destroyed request gets no response.
  answer.catch(() => undefined);
  return { sent: outgoing, answer };
}
const statusOf = async ({ answer }: ReturnType<typeof send>): Promise<number | undefined> => {
  const response = await answer;
  response.resume();
  return response.statusCode;
};

it('counts a download until its last byte, and lets other addresses pass', async () => {
  const download = await send('/download.csv').answer;
  const waiting = send('/quick.txt');
  await expect.poll(() => statusOf(send('/quick.txt'))).toBe(429);
  expect(await statusOf(send('/quick.txt', '203.0.113.2'))).toBe(200);
  downloads[0]?.close();
  download.resume();
  expect(await statusOf(waiting)).toBe(200);
});

it('counts a download that is broken off no longer', async () => {
  const download = send('/download.csv');
  await download.answer;
  const waiting = send('/quick.txt');
  await expect.poll(() => statusOf(send('/quick.txt'))).toBe(429);
  download.sent.destroy();
  expect(await statusOf(waiting)).toBe(200);
});

it('forgets a request that waits when its client goes', async () => {
  const download = send('/download.csv');
  await download.answer;
  const waiting = send('/quick.txt');
  await expect.poll(() => statusOf(send('/quick.txt'))).toBe(429);
  waiting.sent.destroy();
  await expect.poll(() => refused.includes(499)).toBe(true);
  const next = send('/quick.txt');
  await expect.poll(() => statusOf(send('/quick.txt'))).toBe(429);
  download.sent.destroy();
  expect(await statusOf(next)).toBe(200);
});

it('counts a request whose client has gone for as long as its handler runs', async () => {
  const slow = send('/slow.txt');
  await expect.poll(() => release.length).toBe(1);
  slow.sent.destroy();
  const waiting = send('/quick.txt');
  await expect.poll(() => statusOf(send('/quick.txt'))).toBe(429);
  release[0]?.();
  expect(await statusOf(waiting)).toBe(200);
});

it('limits no address without a trusted proxy, because all clients may share the address of one', async () => {
  await running.stop(0);
  await listen(limits);
  const slow = Array.from({ length: 5 }, () => send('/slow.txt'));
  await expect.poll(() => release.length).toBe(5);
  for (const end of release) end();
  expect(await Promise.all(slow.map(statusOf))).toEqual([200, 200, 200, 200, 200]);
});
