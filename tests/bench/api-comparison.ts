import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
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
import { countInvoices, findInvoice, invoicePage } from '#server/store/invoices/invoices.ts';
import { findOrganization, organizationsOfMember, rolesOfMember } from '#server/store/organizations.ts';
import { findProject, projectPage } from '#server/store/projects.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { roomyLimits } from '#tests/support/roomy-limits.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import type { Load, Timings } from './load.ts';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Sends the requests from a worker thread, so that the client uses no time of the server's thread. */
function load(data: Load): Promise<Timings> {
  const worker = new Worker(new URL('./load.js', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

type Queries = Readonly<Record<string, () => Promise<unknown>>>;

async function queriesOf({ db }: Context): Promise<Queries> {
  const memberId = (await findMemberByHandle(db, 'owner'))?.id ?? 0;
  const organization = (await organizationsOfMember(db, memberId)).find(({ slug }) => slug === 'pro-payg');
  const id = organization?.id ?? 0;
  const invoiceId = (await invoicePage(db, id, { offset: 3, limit: 1 })).rows[0]?.id ?? '';
  const ref = (await projectPage(db, id, { limit: 1, offset: 0 })).rows[0]?.ref ?? '';
  const base = '/platform/organizations/pro-payg';
  return {
    [base]: () => findOrganization(db, id),
    [`${base}/projects?limit=5`]: () => projectPage(db, id, { limit: 5, offset: 0 }),
    [`${base}/billing/subscription`]: () => findSubscription(db, id, { withAddons: true }),
    [`${base}/billing/invoices?offset=0&limit=5`]: async () => (await invoicePage(db, id, { offset: 0, limit: 5 })).rows,
    [`${base}/billing/invoices/${invoiceId}`]: () => findInvoice(db, id, invoiceId),
    [`/platform/projects/${ref}`]: () => findProject(db, memberId, ref),
    '/platform/organizations': () => organizationsOfMember(db, memberId),
    '/platform/profile/permissions': () => rolesOfMember(db, memberId),
    '/readyz': () => countInvoices(db, id),
  };
}

async function bareServer(queries: Queries) {
  const server = createServer((request, response) => {
    void queries[request.url ?? '']?.().then((rows) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function compare(kind: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig({ ...roomyLimits, PORT: '0', LOG_LEVEL: 'silent', ...environment });
  const context = await openContext(config, null);
  const queries = await queriesOf(context);
  const running = await listenForRequests(config);
  running.answerWith(
    getRequestListener(
      createApp(context, { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets }).fetch,
    ),
  );
  const bare = await bareServer(queries);
  const token = await startSession(context.db, (await findMemberByHandle(context.db, 'owner'))?.id ?? 0);
  const headers = { Cookie: `session=${token}` };
  const platform = `http://127.0.0.1:${running.port}`;
  const floor = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

  for (const path of Object.keys(queries)) {
    const targets = [floor, platform].map((origin) => ({ url: origin + path, headers }));
    const row = [kind, path];
    for (const connections of [1, 16]) {
      const [bareTimes = [], ourTimes = []] = await load({ targets, requests: 150, rounds: 9, connections });
      const ratios = ourTimes.map((time, index) => time / (bareTimes[index] ?? Number.NaN));
      row.push(`${connections}: ${median(bareTimes).toFixed(2)} -> ${median(ourTimes).toFixed(2)} ms, ratio ${median(ratios).toFixed(2)}`);
    }
    console.log(row.join(' | '));
  }
  await running.stop();
  bare.closeAllConnections();
  bare.close();
  await context.close();
}

const folder = mkdtempSync(join(tmpdir(), 'billing-bench-'));
await compare('pglite', { DATA_DIR: folder });
rmSync(folder, { recursive: true, force: true });

const postgres = await startPostgres();
if (postgres) {
  await compare('postgres', { DATABASE_URL: await createDatabase(postgres.url) });
  await postgres.stop();
}
