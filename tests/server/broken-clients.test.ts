import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';

const json = { 'Content-Type': 'application/json' };

onEachStore((platform) => {
  async function breakOff(path: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const { hostname, port } = new URL(platform().origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const lines = Object.entries({ Host: `${hostname}:${port}`, 'Content-Length': '1000', ...headers });
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{"member":`);
    // The response to this request proves that the server has begun to read the first request.
    await platform().ask('/healthz');
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  const linesAbout = (path: string) => platform().logged.filter((line) => line['path'] === path && line['msg'] === 'request');

  it.each([
    ['/auth/sandbox', json],
    ['/sign-in', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['/webhooks/gateway', { ...json, 'Stripe-Signature': 't=1,v1=1' }],
  ])('logs an upload to %s that is broken off as 499, and as no failure of ours', async (path, headers) => {
    const before = platform().logged.length;
    await breakOff(path, headers);
    await expect.poll(() => linesAbout(path).at(-1)).toMatchObject({ status: 499, level: 30 });
    const since = platform().logged.slice(before);
    expect(since.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    expect((await platform().ask('/healthz')).status).toBe(200);
  });

  it.each(['utf-7', 'utf-16le', '"ISO-8859-1"'])('refuses a body in %s', async (charset) => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const { status, body } = await platform().ask(type === 'application/json' ? '/auth/sandbox' : '/sign-in', {
        method: 'POST',
        headers: { 'Content-Type': `${type}; charset=${charset}` },
        body: '{"member":"owner"}',
      });
      expect([status, body.errors]).toEqual([415, [{ path: 'header.Content-Type', message: 'charset must be utf-8' }]]);
    }
  });

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'])('takes a body in %s', async (charset) => {
    const headers = { 'Content-Type': `application/json; charset=${charset}` };
    expect((await platform().ask('/auth/sandbox', { method: 'POST', headers, body: '{"member":"owner"}' })).status).toBe(204);
  });

  it("refuses a usage record with text that can't be stored, and books the others", async () => {
    const { ask, key } = await operatorOf(platform());
    const at = platform().context.clock.nowSeconds() - 60;
    const ref = (await ask('GET', '/organizations/pro-payg/projects')).body.projects[0].ref;
    const record = (id: string, changes: object = {}) => ({
      id,
      organization: 'pro-payg',
      project_ref: ref,
      metric: 'EGRESS',
      quantity: 1000,
      at,
      ...changes,
    });
    const records = [record('good-1'), record('bad-\0'), record('bad-2', { project_ref: '\ud800' }), { 'x\0': 1 }, '\0', record('good-2')];
    const { status, body } = await ask('POST', '/usage', { records });
    expect([status, body.accepted, body.rejected.map(({ index, code }: any) => [index, code])]).toEqual([
      200,
      2,
      [1, 2, 3, 4].map((index) => [index, 'malformed']),
    ]);
    expect(body.rejected[0]).toMatchObject({ id: 'bad-\0', path: 'id', message: 'must not contain NUL or half of a character' });
    const events = ['event-\0', 'event-good'].map((id) => ({
      specversion: '1.0',
      id,
      source: 'meter',
      type: 'usage',
      data: { ...record(id), id },
    }));
    const batch = await platform().ask('/admin/v1/usage', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/cloudevents-batch+json' },
      body: JSON.stringify(events),
    });
    expect([batch.status, batch.body.accepted, batch.body.rejected.length]).toEqual([200, 1, 1]);
    const response = await platform().ask('/platform/organizations/pro-payg/usage/records', {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-service-token', ...json, Version: '2' },
      body: JSON.stringify({ records: ['own-\0', 'own-good'].map((id) => ({ id, project_ref: ref, metric: 'EGRESS', quantity: 1, at })) }),
    });
    expect([response.status, response.body.accepted, response.body.rejected.length]).toEqual([200, 1, 1]);
    // Only calls with a batch reject single entries. Other calls refuse the whole request.
    const name = await ask('PUT', '/organizations/nul', { name: 'a\0b' });
    expect([name.status, name.body.errors[0].path]).toEqual([400, 'body']);
  });

  it('lets no cache store a page or a document, and lets a browser keep a read to ask whether it has changed', async () => {
    const cacheControl = async (path: string) =>
      (await platform().ask(path, { as: 'owner', headers: { Version: '2' } })).headers.get('Cache-Control');
    for (const path of ['/', '/sign-in', '/sessions', '/org/pro-payg/billing', '/org/unknown', '/org/pro-payg/usage'])
      expect([path, await cacheControl(path)]).toEqual([path, 'private, no-store']);
    expect(await cacheControl('/platform/organizations/pro-payg/billing/invoices/export')).toBe('private, no-store');
    expect(await cacheControl('/platform/organizations/pro-payg/billing/invoices?offset=0&limit=20')).toBe('private, no-cache');
  });
});
