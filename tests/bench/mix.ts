import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { readConfig } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { rowsOf } from '#server/database/database.ts';
import { findInvoice, invoicePage } from '#server/store/invoices/invoices.ts';
import { findOrganization, organizationsOfMember, rolesOfMember } from '#server/store/organizations.ts';
import { projectPage } from '#server/store/projects.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { roomyLimits } from '#tests/support/roomy-limits.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import type { Asked, MixLoad, MixTimes } from './mix-load.ts';

const seconds = Number(process.env['MIX_SECONDS'] ?? 4);
const rounds = 4;
const connections = 16;

/** A request of the read or write mix, with a minimal handler for comparison. The handler runs only the SQL statements of the request. */
interface Part extends Asked {
  readonly bare: (body: any) => Promise<unknown>;
}

async function mixesOf({ db, config }: Context): Promise<Readonly<Record<'read' | 'write', readonly Part[]>>> {
  const memberId = (await findMemberByHandle(db, 'owner'))?.id ?? 0;
  const id = (await organizationsOfMember(db, memberId)).find(({ slug }) => slug === 'pro-payg')?.id ?? 0;
  const invoiceId = (await invoicePage(db, id, { offset: 3, limit: 1 })).rows[0]?.id ?? '';
  const [project] = rowsOf<{ ref: string }>(await db.execute(`select ref from projects where organization_id = ${id} limit 1`));
  const base = '/platform/organizations/pro-payg';
  const member = { Cookie: `session=${await startSession(db, memberId)}` };
  const json = { 'Content-Type': 'application/json' };
  const get = (path: string, weight: number, bare: Part['bare']): Part => ({ method: 'GET', path, weight, headers: member, bare });
  return {
    read: [
      get(base, 2, () => findOrganization(db, id)),
      get(`${base}/billing/subscription`, 3, () => findSubscription(db, id, { withAddons: true })),
      get(`${base}/billing/invoices?offset=0&limit=5`, 3, async () => (await invoicePage(db, id, { offset: 0, limit: 5 })).rows),
      get(`${base}/billing/invoices/${invoiceId}`, 1, () => findInvoice(db, id, invoiceId)),
      get(`${base}/projects?limit=5`, 1, () => projectPage(db, id, { limit: 5, offset: 0 })),
      get('/platform/organizations', 1, () => organizationsOfMember(db, memberId)),
      get('/platform/profile/permissions', 1, () => rolesOfMember(db, memberId)),
    ],
    write: [
      {
        method: 'PATCH',
        path: base,
        headers: { ...member, ...json },
        body: '{"name":"Name {n}"}',
        weight: 2,
        bare: ({ name }) => db.transaction((tx) => tx.execute(`update organizations set name = '${name}' where id = ${id} returning *`)),
      },
      {
        method: 'PUT',
        path: `${base}/customer`,
        headers: { ...member, ...json },
        body: '{"billing_name":"Payer {n}"}',
        weight: 1,
        bare: ({ billing_name: name }) =>
          db.transaction((tx) => tx.execute(`update customers set billing_name = '${name}' where organization_id = ${id} returning *`)),
      },
      {
        method: 'POST',
        path: `${base}/usage/records`,
        headers: { ...json, Authorization: `Bearer ${config.serviceToken}` },
        body: `{"records":[{"id":"mix-{n}","project_ref":"${project?.ref}","metric":"EGRESS","at":${Math.floor(Date.now() / 1000) - 60},"quantity":1000}]}`,
        weight: 2,
        bare: ({ records }) =>
          db.transaction(async (tx) => {
            await tx.execute(`insert into bench_records (id, quantity) values ('${records[0].id}-${Math.random()}', 1000)`);
            await tx.execute(`update bench_totals set quantity = quantity + 1000`);
          }),
      },
    ],
  };
}

async function bareServer(parts: readonly Part[]) {
  const handlers = new Map(parts.map((part) => [`${part.method} ${part.path}`, part.bare]));
  const bodyOf = async (incoming: IncomingMessage): Promise<unknown> => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    return text === '' ? null : JSON.parse(text);
  };
  const server = createServer((incoming, response) => {
    void bodyOf(incoming)
      .then((body) => handlers.get(`${incoming.method} ${incoming.url}`)?.(body))
      .then((rows) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows ?? null)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function load(data: MixLoad): Promise<MixTimes> {
  const worker = new Worker(new URL('./mix-load.js', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const median = (values: readonly number[]): number => at(values, 0.5);

function tell(kind: string, mix: string, [bare = [], ours = []]: MixTimes): void {
  const figure = (share: number) => [bare, ours].map((byRound) => median(byRound.map((times) => at(times, share)))) as [number, number];
  const perSecond = [bare, ours].map((byRound) => median(byRound.map((times) => times.length / seconds))) as [number, number];
  const [p50, p99] = [figure(0.5), figure(0.99)];
  const shown = ([one, other]: readonly [number, number], digits: number): string => `${one.toFixed(digits)} -> ${other.toFixed(digits)}`;
  const counted = {
    'requests a second, bare -> platform': shown(perSecond, 0),
    'p50 ms': `${shown(p50, 2)} (x ${(p50[1] / p50[0]).toFixed(2)})`,
    'p99 ms': `${shown(p99, 2)} (x ${(p99[1] / p99[0]).toFixed(2)})`,
    connections,
    seconds: seconds * rounds,
  };
  console.log(
    `${mix} mix on ${kind} | ${Object.entries(counted)
      .map(([name, value]) => `${name} ${value}`)
      .join(' | ')}`,
  );
  const path = process.env['RELIABILITY_REPORT'];
  const line = {
    part: `load: ${mix} mix on ${kind}`,
    seed: 1,
    count: 1,
    violations: 0,
    counted,
    commit: process.env['RELIABILITY_COMMIT'],
  };
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}

async function compare(kind: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ ...roomyLimits, PORT: '0', LOG_LEVEL: 'silent', ...environment });
  const context = await openContext(config, null, undefined, { automatic: false });
  await context.db.execute('create table bench_records (id text primary key, quantity bigint not null)');
  await context.db.execute('create table bench_totals (quantity bigint not null)');
  await context.db.execute('insert into bench_totals values (0)');
  const mixes = await mixesOf(context);
  const running = await listenForRequests(config);
  const page = { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets };
  running.answerWith(getRequestListener(createApp(context, page).fetch));
  for (const mix of ['read', 'write'] as const) {
    const bare = await bareServer(mixes[mix]);
    const origins = [`http://127.0.0.1:${(bare.address() as AddressInfo).port}`, `http://127.0.0.1:${running.port}`];
    const requestKinds = mixes[mix].map(({ method, path, headers, weight, body }) => ({
      method,
      path,
      headers,
      weight,
      ...(body === undefined ? {} : { body }),
    }));
    tell(kind, mix, await load({ origins, requestKinds, connections, seconds, rounds }));
    bare.closeAllConnections();
    bare.close();
  }
  await running.stop();
  await context.close();
}

const folder = mkdtempSync(join(tmpdir(), 'billing-mix-'));
await compare('pglite', { DATA_DIR: join(folder, 'pglite') });
const postgres = await startPostgres();
if (postgres) {
  await compare('postgres', { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: join(folder, 'postgres') });
  await postgres.stop();
}
rmSync(folder, { recursive: true, force: true });
