/**
 * Compares all reads of one page view with a minimal handler, and measures the time of HTML rendering.
 * Run: node tests/bench/page-server.mjs [rounds]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { renderPage } from '#app/entry-server.tsx';
import type { PageRequest, RenderPage } from '#lib/page-request.ts';
import { readConfig } from '#server/settings/config.ts';
import { openContext, type Context } from '#server/context.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { upcomingBill } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import { customerProfile, findCustomer } from '#server/store/customers.ts';
import { countInvoices, invoicePage } from '#server/store/invoices/invoices.ts';
import { findOrganization, organizationsOfMember, rolesOfMember } from '#server/store/organizations.ts';
import { listMethods } from '#server/store/payment-methods.ts';
import { projectPage } from '#server/store/projects.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { findSubscription } from '#server/store/subscriptions.ts';
import { roomyLimits } from '#tests/support/roomy-limits.ts';
import type { Together } from './together.ts';

const rounds = Number(parseArgs({ allowPositionals: true }).positionals[0] ?? 7);
const views = 60;
const slug = 'pro-payg';
const base = `/platform/organizations/${slug}`;

type Queries = Readonly<Record<string, () => Promise<unknown>>>;

async function queriesOf({ db, clock }: Context, memberId: number): Promise<Queries> {
  const id = (await organizationsOfMember(db, memberId)).find((organization) => organization.slug === slug)?.id ?? 0;
  const now = Math.floor(clock.nowMs() / 1000);
  const projects = `${base}/projects?limit=1`;
  return {
    '/platform/profile': () => findMemberByHandle(db, 'owner'),
    '/platform/profile/permissions': () => rolesOfMember(db, memberId),
    [base]: () => findOrganization(db, id),
    [`${base}/billing/subscription`]: () => findSubscription(db, id, { withAddons: true }),
    [`${base}/billing/invoices/upcoming?breakdown_limit=50`]: async () =>
      (await upcomingBill(await loadBillingInputs(db, id, now), now)).amountTotalCents,
    [projects]: () => projectPage(db, id, { limit: 1, offset: 0 }),
    [`${projects}&statuses=ACTIVE_HEALTHY`]: () => projectPage(db, id, { limit: 1, offset: 0, statuses: ['ACTIVE_HEALTHY'] }),
    [`${base}/billing/invoices?offset=0&limit=5`]: () => invoicePage(db, id, { offset: 0, limit: 5 }).then(({ rows }) => rows),
    [`HEAD ${base}/billing/invoices`]: () => countInvoices(db, id),
    [`${base}/payments`]: () => listMethods(db, id),
    [`${base}/customer`]: () => customerProfile(db, id),
    [`${base}/tax-ids`]: () => findCustomer(db, id),
  };
}

async function bareServer(queries: Queries): Promise<Server> {
  const server = createServer((request, response) => {
    const name = request.method === 'HEAD' ? `HEAD ${request.url}` : (request.url ?? '');
    void queries[name]?.().then((rows) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows)));
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  return server;
}

function ask(data: Together): Promise<number[][]> {
  const worker = new Worker(new URL('./together.js', import.meta.url), { workerData: data });
  return new Promise((done, failed) => {
    worker.once('message', done);
    worker.once('error', failed);
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function renderTimes(pageRequest: PageRequest): Promise<number[]> {
  const answers = new Map<string, unknown>();
  const remembered: PageRequest['call'] = async (name, input) => {
    const key = JSON.stringify([name, input]);
    const known = answers.get(key) ?? (await pageRequest.call(name, input));
    answers.set(key, known);
    return known as never;
  };
  const request = { ...pageRequest, call: remembered };
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const each: number[] = [];
    for (let view = 0; view < views; view += 1) {
      const started = performance.now();
      await renderPage(request);
      each.push(performance.now() - started);
    }
    if (round > 0) times.push(median(each));
  }
  return times;
}

const folder = mkdtempSync(join(tmpdir(), 'billing-bench-'));
const config = readConfig({ ...roomyLimits, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder });
const context = await openContext(config, null);
const memberId = (await findMemberByHandle(context.db, 'owner'))?.id ?? 0;
const cookie = { Cookie: `session=${await startSession(context.db, memberId)}` };
const queries = await queriesOf(context, memberId);
const running = await listenForRequests(config);
const manifest = JSON.parse(readFileSync(resolve('dist/client/manifest.json'), 'utf8')) as PageRequest['manifest'];
let lastRequest: PageRequest | undefined;
const render: RenderPage = (request) => renderPage((lastRequest = request));
running.answerWith(getRequestListener(createApp(context, { render, manifest, assets: noAssets }).fetch));
const bare = await bareServer(queries);

const platform = `http://127.0.0.1:${running.port}`;
const floor = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const paths = Object.keys(queries);
/** Query names have the form "METHOD path". */
const at =
  (origin: string) =>
  (path: string): string =>
    path.replace(/^(HEAD )?/, `$1${origin}`);
const headers = { ...cookie, Version: '2' };
const [ours = [], bares = []] = await ask({ targets: [paths.map(at(platform)), paths.map(at(floor))], headers, views, rounds });
// Rendering is measured after all reads. If it ran between the reads, its garbage would slow them down.
const [documents = []] = await ask({ targets: [[`${platform}/org/${slug}/billing`]], headers, views, rounds });
if (!lastRequest) throw new Error('The page was not asked for');
const renders = await renderTimes(lastRequest);
await running.stop();
bare.closeAllConnections();
bare.close();
await context.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ reads: paths.length, ours, bares, documents, renders })}\n`);
