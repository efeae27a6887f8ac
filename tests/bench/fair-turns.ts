/**
 * How long requests of one organization take while a member of another one sends the same kind of request over 20 connections, against
 * a quiet platform, on PostgreSQL; and how soon health is answered. No answer may be a 5xx. Run: node tests/bench/fair-turns.mjs
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
import type { FairKind, FairLoad, FairRequest, FairTimes } from './fair-load.ts';

const seconds = Number(process.env['FAIR_SECONDS'] ?? 4);
const rounds = Number(process.env['FAIR_ROUNDS'] ?? 3);
const connections = 20;
const recordsPerBatch = 1000;
const daySeconds = 86_400;

/** Requests of a member in an organization, by kind. */
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

/** Sends the requests from a worker thread, so that they take no time from the server. */
function load(data: FairLoad): Promise<FairTimes[]> {
  const worker = new Worker(new URL('./fair-load.js', import.meta.url), { workerData: data });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'billing-fair-'));
const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not there');
const config = readConfig({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: await createDatabase(postgres.url),
  DATA_DIR: folder,
});
const context = await openContext(config, null, undefined, { automatic: false });
const running = await listenForRequests(config);
const health = await startHealthThread(config, 0);
health.report(processHealth(context));
running.answerWith(getRequestListener(createApp(context, { render: renderPage, manifest: null, assets: noAssets }).fetch));

const flood = await requestsOf(context, 'owner', 'pro-payg');
const measured = await requestsOf(context, 'admin', 'team-eu');
const kinds: FairKind[] = Object.keys(flood).flatMap((name) => {
  const [theirs, ours] = [flood[name], measured[name]];
  return theirs && ours ? [{ name, flood: theirs, measured: ours }] : [];
});
const results = await load({
  origin: `http://127.0.0.1:${running.port}`,
  healthOrigin: `http://127.0.0.1:${health.port}`,
  kinds,
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
process.stdout.write(`${JSON.stringify({ name: 'fair turns', connections, results })}\n`);
