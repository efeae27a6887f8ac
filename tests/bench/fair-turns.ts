/**
 * Measures requests during floods. It must fail with `--without-turns`, which disables the limits of concurrent requests.
 * Run: node tests/bench/fair-turns.mjs [--json] [--without-turns]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { renderPage } from '#app/entry-server.tsx';
import { readConfig } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { startHealthThread } from '#server/health/health-thread.ts';
import { processHealth } from '#server/health/process-health.ts';
import { documentThreads } from '#server/documents/threads/document-threads.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { rowsOf } from '#server/database/database.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { operatorKey } from '#tests/support/operator.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import { fairFigures } from './fair-figures.ts';
import type { FairCase, FairLoad, FairRequest, FairTimes } from './fair-load.ts';
import { shown } from './figure.ts';
import { failuresOf } from './gates.ts';
import { goals } from './goals.ts';

const seconds = Number(process.env['FAIR_SECONDS'] ?? 4);
const rounds = Number(process.env['FAIR_ROUNDS'] ?? 3);
const connections = 20;
const slowClients = 2000;
const floodSlug = 'pro-payg';
const floodMembers = ['owner', 'billing', 'developer', 'org-editor'];
const withoutTurns = process.argv.includes('--without-turns');
const recordsPerBatch = 1000;
const daySeconds = 86_400;

async function requestsOf(context: Context, handle: string, slug: string): Promise<Readonly<Record<string, FairRequest>>> {
  const { db, clock } = context;
  const memberId = (await findMemberByHandle(db, handle))?.id ?? 0;
  const headers = { Cookie: `session=${await startSession(db, memberId)}`, 'Accept-Encoding': 'gzip' };
  const [invoice] = rowsOf<{ id: string }>(
    await db.execute(
      `select i.id from invoices i join organizations o on o.id = i.organization_id where o.slug = '${slug}' and i.status <> 'draft' order by i.period_end desc limit 1`,
    ),
  );
  const [project] = rowsOf<{ ref: string }>(
    await db.execute(`select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}' limit 1`),
  );
  const base = `/platform/organizations/${slug}`;
  const now = clock.nowSeconds();
  const today = now - (now % daySeconds);
  const get = (path: string): FairRequest => ({ method: 'GET', path, headers });
  const { key } = await operatorKey(context);
  const records = Array.from(
    { length: recordsPerBatch },
    (_, index) =>
      `{"id":"${slug}/{n}/${index}","organization":"${slug}","project_ref":"${project?.ref}","metric":"EGRESS","quantity":1000,"at":${now - 60 - (index % 600)}}`,
  );
  return {
    pages: get(`/org/${slug}/billing`),
    'daily usage': get(`${base}/usage/daily?from=${today - 365 * daySeconds}&to=${today + daySeconds}`),
    CSV: get(`${base}/billing/invoices/export?kind=lines`),
    PDF: get(`${base}/billing/invoices/${invoice?.id}/pdf`),
    'usage batches': {
      method: 'POST',
      path: '/admin/v1/usage',
      headers: { Authorization: `Bearer ${key}` },
      body: `{"records":[${records.join(',')}]}`,
    },
  };
}

function load(data: FairLoad): Promise<FairTimes[]> {
  const worker = new Worker(new URL('./fair-load.js', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const floodBy =
  (mode: string, members: readonly Readonly<Record<string, FairRequest>>[]) =>
  (name: string, measured: FairRequest): FairCase => ({ mode, name, measured, flood: members.flatMap((one) => one[name] ?? []) });

/** Creates a case in which visitors without a session, at four client addresses, flood the server with page requests. */
const signInPages = (name: string, measured: FairRequest): FairCase => ({
  mode: 'sign-in pages without a session',
  name,
  measured,
  flood: [1, 2, 3, 4].map((host) => ({
    method: 'GET',
    path: '/sign-in',
    headers: { Accept: 'text/html', 'X-Forwarded-For': `203.0.113.${host}` },
  })),
});

/** The slow connections use this number of client addresses, so that no address reaches the limit per address. */
const slowAddresses = 125;

/** Creates a case with slow connections: half of them never complete the request head, the other half never complete the body. */
const slowConnections = (name: string, measured: FairRequest): FairCase => ({
  mode: 'slow connections',
  name,
  measured,
  flood: [],
  slow: {
    count: slowClients,
    heads: Array.from({ length: slowAddresses }, (_, index) => {
      const head = `POST /reports/csp HTTP/1.1\r\nHost: platform\r\nX-Forwarded-For: 203.0.113.${index}\r\n`;
      return [`${head}X-Slow: `, `${head}Content-Type: application/csp-report\r\nContent-Length: 1000\r\n\r\n{`];
    }).flat(),
  },
});

const noLimits = {
  REQUESTS_PER_MEMBER: '99999',
  REQUESTS_PER_ORGANIZATION: '99999',
  REQUESTS_PER_KEY: '99999',
  REQUESTS_PER_ADDRESS: '99999',
  HEAVY_REQUESTS: '99999',
};

const folder = mkdtempSync(join(tmpdir(), 'billing-fair-'));
const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not there');
const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: await createDatabase(postgres.url),
  DATA_DIR: folder,
  TRUSTED_PROXIES: '127.0.0.1/32',
  ...(withoutTurns ? noLimits : {}),
});
const context = await openContext(config, null, undefined, { automatic: false });
const running = await listenForRequests(config);
const health = await startHealthThread(config, 0);
health.report(processHealth(context));
running.answerWith(getRequestListener(createApp(context, { render: renderPage, manifest: null, assets: noAssets }).fetch));

const floods = await Promise.all(floodMembers.map((handle) => requestsOf(context, handle, floodSlug)));
const measured = await requestsOf(context, 'admin', 'team-eu');
const cases = [floodBy('one member', floods.slice(0, 1)), floodBy('four members', floods), signInPages, slowConnections].flatMap((caseOf) =>
  Object.entries(measured).map(([name, request]) => caseOf(name, request)),
);
const results = await load({
  origin: `http://127.0.0.1:${running.port}`,
  healthOrigin: `http://127.0.0.1:${health.port}`,
  cases,
  connections,
  seconds,
  rounds,
});

await running.stop();
await health.close();
await context.close();
await documentThreads().close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

const result = { name: 'fair turns', connections, slowClients, results };
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  const figures = fairFigures(result);
  for (const { row, of, value, remark } of figures)
    process.stdout.write(
      `${shown(goals[row].unit, value).padStart(11)}  ${goals[row].quantity}: ${of}${remark === undefined ? '' : `; ${remark}`}\n`,
    );
  const failures = failuresOf(figures);
  for (const { words } of failures) process.stderr.write(`Gate: ${words}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
