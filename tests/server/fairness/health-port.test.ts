import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHealthThread, type HealthThread } from '#server/health/health-thread.ts';
import { processHealth } from '#server/health/process-health.ts';
import { listenForHealth } from '#server/start/serve.ts';
import { median } from '#tests/bench/figure.ts';
import { startPlatform, type TestPlatform } from '#tests/support/platform.ts';

const token = 'a-token-of-the-collector';
const authorized = { headers: { Authorization: `Bearer ${token}` } };
/** Milliseconds after which a blocked main thread counts as not ready. The default is 10 s; the test uses less to be faster. */
const mostSilentMs = 2000;
/** Maximum for the median response time of probes, in ms. Single probes may take longer because of other load on the machine. */
const mostAnswerMs = 100;
const fewestProbes = 10;

let platform: TestPlatform;
let health: HealthThread;

beforeAll(async () => {
  platform = await startPlatform('pglite', { METRICS_TOKEN: token });
  health = await startHealthThread(platform.context.config, 0, mostSilentMs);
});
afterAll(async () => {
  await health?.close();
  await platform?.stop();
});

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${health.port}${path}`, init);
  const text = await response.text();
  return { status: response.status, retry: response.headers.get('Retry-After'), text };
};

it('says that the process starts until the main thread reports', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await ask(path)).toEqual({ status: 503, retry: '1', text: '{"status":"not ready","why":"starting"}' });
  expect((await ask('/metrics', authorized)).status).toBe(503);
  health.report(processHealth(platform.context));
  await expect.poll(async () => (await ask('/readyz')).text).toBe('{"status":"ready"}');
  expect(await ask('/healthz')).toEqual({ status: 200, retry: null, text: '{"status":"alive"}' });
});

it('shows the figures of now to the holder of the token, and nothing else', async () => {
  expect((await ask('/metrics')).status).toBe(404);
  expect((await ask('/metrics', { headers: { Authorization: 'Bearer another-token-of-someone' } })).status).toBe(404);
  platform.context.metrics.countRefusedKey();
  await expect.poll(async () => (await ask('/metrics', authorized)).text).toMatch(/^platform_admin_keys_refused_total 1$/m);
  expect((await ask('/metrics', authorized)).text).toMatch(/^platform_database_up 1$/m);
  expect((await ask('/org/pro-payg/billing')).status).toBe(404);
  expect((await ask('/readyz', { method: 'POST' })).status).toBe(405);
});

it('says at once that the process stops', async () => {
  platform.context.lifecycle.stopping = true;
  health.reportNow();
  await expect.poll(async () => (await ask('/readyz')).text).toBe('{"status":"not ready","why":"stopping"}');
  platform.context.lifecycle.stopping = false;
  health.reportNow();
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
});

/** Returns a script for a separate process, which sends probes until this process reports that it is not ready. */
const asker = (port: number): string => `
  import { createInterface } from 'node:readline';
  import { writeFileSync } from 'node:fs';
  const seen = [];
  const ask = async (path) => {
    const started = performance.now();
    const response = await fetch('http://127.0.0.1:${port}' + path, { headers: { Authorization: 'Bearer ${token}' } });
    const text = await response.text();
    seen.push({ path, status: response.status, ms: performance.now() - started, why: response.status === 503 ? JSON.parse(text).why : null });
    return response.status;
  };
  await ask('/healthz');
  process.stdout.write('ready\\n');
  for await (const file of createInterface({ input: process.stdin })) {
    const until = Date.now() + 20_000;
    while ((await ask('/readyz')) === 200 && Date.now() < until) {
      await ask('/healthz');
      await ask('/metrics');
    }
    await ask('/healthz');
    await ask('/metrics');
    process.stdout.write(JSON.stringify(seen));
    writeFileSync(file, '');
    break;
  }
  process.exit();`;

it('answers while the main thread is blocked, and is not ready once that lasts too long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-blocked-'));
  const done = join(folder, 'done');
  const child = spawn(process.execPath, ['--input-type=module', '-e', asker(health.port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let written = '';
  child.stdout.on('data', (part) => (written += String(part)));
  const closed = once(child, 'close');
  await expect.poll(() => written, { timeout: 30_000 }).toBe('ready\n');
  child.stdin.write(`${done}\n`);
  execFileSync('sh', ['-c', `until [ -e ${done} ]; do sleep 0.05; done`], { timeout: 60_000 });
  await closed;
  const seen = JSON.parse(written.slice('ready\n'.length)) as { path: string; status: number; ms: number; why: string | null }[];
  rmSync(folder, { recursive: true });
  const before = seen.slice(1, -3);
  expect(before.filter(({ path, status }) => path === '/readyz' && status !== 200)).toEqual([]);
  expect(seen.slice(-3).map(({ path, status, why }) => [path, status, why])).toEqual([
    ['/readyz', 503, 'main thread'],
    ['/healthz', 503, 'main thread'],
    ['/metrics', 503, 'main thread'],
  ]);
  // `/metrics` waits up to 50 ms for the main thread; the other two paths do not wait.
  for (const path of ['/readyz', '/healthz', '/metrics']) {
    const times = before.filter((probe) => probe.path === path).map(({ ms }) => ms);
    expect([path, times.length >= fewestProbes, median(times) < mostAnswerMs, times]).toEqual([path, true, true, times]);
  }
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
});

it('refuses a port that is taken by its name', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(listenForHealth(platform.context.config, port)).rejects.toThrow(
    `Port ${port} is in use; stop what uses it or choose another HEALTH_PORT.`,
  );
  await new Promise((resolve) => other.close(resolve));
});
