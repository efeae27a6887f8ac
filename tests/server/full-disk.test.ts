import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { GatewayCore } from '#sandbox/core.ts';
import { openSandbox } from '#tests/support/sandbox-harness.ts';
import { openPglite } from '#server/database/pglite.ts';
import { startPlatform } from '#tests/support/platform.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billing-disk-'));
  cpSync(inject('demoImage'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a platform on a full disk goes on reading, says 503 to what would be written, and writes again when there is room', async () => {
  let megabytes = 10_000;
  const store = await openPglite(folder, null, { free: () => megabytes });
  const platform = await startPlatform('pglite', {}, { store, automatic: false, forgetsGateway: true });
  const { ask, logged } = platform;
  const organization = '/platform/organizations/pro-payg';
  const rename = (name: string) =>
    ask(organization, { as: 'owner', method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) });
  const name = async () => (await ask(organization, { as: 'owner' })).body.name;
  expect((await rename('Before')).status).toBe(200);

  megabytes = 63;
  const refused = await rename('Lost');
  expect([refused.status, refused.headers.get('Retry-After'), refused.body.code]).toEqual([503, '5', 'database_unavailable']);
  expect(JSON.stringify(logged.filter(({ msg }) => msg === 'a request failed'))).toContain(
    'its disk is full, with 63 MB free of the 64 that the database needs',
  );
  expect([await name(), (await ask('/healthz')).status]).toEqual(['Before', 200]);

  megabytes = 64;
  expect((await rename('After')).status).toBe(200);
  expect(await name()).toBe('After');
  await platform.stop();
  await store.close();
});

it('a start on a full disk says so, does not speak of a backup, and leaves the folder free', async () => {
  await expect(openPglite(folder, null, { free: () => 1 })).rejects.toThrow(
    `The data folder ${folder} can't be written safely: its disk is full, with 1 MB free of the 64 that the database needs; make room or choose another DATA_DIR`,
  );
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  await (await openPglite(folder, null)).close();
});

it('a sandbox gateway whose log can not be written reports it with every try and stays', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const reportedErrors: unknown[] = [];
  const sandbox = await openSandbox({
    automatic: true,
    onError: (error) => void reportedErrors.push(error),
    send: async () => new Response(),
  });
  await sandbox.sandbox.receiveEvents({ url: 'http://localhost/events', secret: 'whsec_1' });
  const durable = vi.spyOn(GatewayCore.prototype, 'durable').mockRejectedValue(full);
  await expect(sandbox.stripe.customers.create({ name: 'Ada' })).rejects.toThrow('An unknown error occurred.');
  const byRequests = reportedErrors.length;
  // The gateway then tries to store the event outside of any request. This fails, too, and the gateway must report the error.
  await expect.poll(() => reportedErrors.length).toBeGreaterThan(byRequests);
  expect(new Set(reportedErrors)).toEqual(new Set([full]));
  durable.mockRestore();
  expect((await sandbox.stripe.customers.list()).data).toHaveLength(1);
  await sandbox.close();
});
