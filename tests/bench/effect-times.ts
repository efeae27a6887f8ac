/**
 * Measures the delay until three events take effect on PostgreSQL: usage reaches a limit, a limit is raised, and a payment ends a
 * restriction. Another organization causes load at the same time. Run: node tests/bench/effect-times.mjs [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { openContext, type Context } from '#server/context.ts';
import { rowsOf } from '#server/database/database.ts';
import { createApp } from '#server/http/app.ts';
import { noAssets } from '#server/http/assets.ts';
import { startSession } from '#server/http/session.ts';
import { decliningCard, visaCard } from '#server/seed/demo-organizations/cards.ts';
import type { OrganizationSeed } from '#server/seed/organization-seed.ts';
import { readConfig } from '#server/settings/config.ts';
import { listenForRequests } from '#server/start/serve.ts';
import { findMemberByHandle } from '#server/store/sessions.ts';
import { operatorKey } from '#tests/support/operator.ts';
import { payerAt, testCard } from '#tests/support/payer.ts';
import type { Answer, TestPlatform } from '#tests/support/platform.ts';
import { roomyLimits } from '#tests/support/roomy-limits.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres-server.ts';
import type { EffectLoad } from './effect-load.ts';
import type { Asked } from './mix-load.ts';

const rounds = Number(process.argv[2] ?? 100);
const connections = 8;
const mostMs = 30_000;
const busy = 'busy';
const limited = 'limited';
const debtorOf = (round: number): string => `debtor-${round}`;
const stepCents = 1000;
/** Bytes of egress per round. They cost $18, and each round raises the limit by only $10, so the usage always reaches the limit. */
const stepBytes = 200_000_000_000;

const pro = (slug: string, differs: Partial<OrganizationSeed> = {}): OrganizationSeed => ({
  slug,
  name: slug,
  plan: 'pro',
  cyclesBefore: 0,
  daysIntoCycle: 10,
  projects: [{ name: 'web' }],
  ...differs,
});

/** Returns the seed of an organization that is restricted because two invoices are overdue. */
const debtor = (slug: string): OrganizationSeed =>
  pro(slug, {
    cyclesBefore: 3,
    daysIntoCycle: 24,
    cards: [
      { ...visaCard, isDeleted: true },
      { ...decliningCard, isDefault: true },
    ],
    invoices: [
      { status: 'open', paymentAttempted: true },
      { status: 'open', paymentAttempted: true },
    ],
  });

type Ask = TestPlatform['ask'];

async function askerFor({ db }: Context, origin: string): Promise<Ask> {
  const memberId = (await findMemberByHandle(db, 'owner'))?.id ?? 0;
  const cookie = `session=${await startSession(db, memberId)}`;
  return async (path, { as, method = 'GET', headers = {}, body } = {}) => {
    const init = {
      method,
      headers: { ...(as === undefined ? {} : { Cookie: cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    };
    const response = await fetch(origin + path, init);
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  };
}

const projectOf = async ({ db }: Context, slug: string): Promise<string> =>
  rowsOf<{ ref: string }>(
    await db.execute(`select p.ref from projects p join organizations o on o.id = p.organization_id where o.slug = '${slug}'`),
  )[0]?.ref ?? '';

/** Returns the milliseconds from the start of an action until `read` returns a body that shows its effect. */
async function timeUntil(
  effect: string,
  act: () => Promise<unknown>,
  read: () => Promise<Answer>,
  isSeen: (body: Answer['body']) => boolean,
): Promise<number> {
  const started = performance.now();
  const acted = await act();
  for (;;) {
    const { status, body } = await read();
    if (isSeen(body)) return performance.now() - started;
    if (performance.now() - started > mostMs)
      throw new Error(`${effect}: not seen. Last read: ${status} ${JSON.stringify(body)}. The action: ${JSON.stringify(acted)}`);
  }
}

/** Waits for the next second of the clock, because the old limit still applies in the current second. */
async function nextSecond({ clock }: Context): Promise<void> {
  const second = clock.nowSeconds();
  while (clock.nowSeconds() === second) await wait(10);
}

async function loadOf(context: Context, key: string): Promise<readonly Asked[]> {
  const memberId = (await findMemberByHandle(context.db, 'owner'))?.id ?? 0;
  const member = { Cookie: `session=${await startSession(context.db, memberId)}` };
  const base = `/platform/organizations/${busy}`;
  const get = (path: string, weight: number): Asked => ({ method: 'GET', path, weight, headers: { ...member, Version: '2' } });
  const at = context.clock.nowSeconds() - 60;
  const record = `{"id":"load-{n}","organization":"${busy}","project_ref":"${await projectOf(context, busy)}","metric":"EGRESS","at":${at},"quantity":1000}`;
  return [
    get(base, 2),
    get(`${base}/billing/subscription`, 3),
    get(`${base}/billing/invoices?offset=0&limit=5`, 3),
    get(`${base}/billing/invoices/upcoming`, 1),
    {
      method: 'POST',
      path: '/admin/v1/usage',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: `{"records":[${record}]}`,
      weight: 4,
    },
  ];
}

/** Resolves when the worker thread has begun to send requests. */
async function startLoad(data: EffectLoad) {
  const worker = new Worker(new URL('./effect-load.js', import.meta.url), { workerData: data });
  let answered = 0;
  worker.on('message', (count: number) => (answered = count));
  worker.on('error', (error) => {
    throw error;
  });
  await new Promise((resolve) => worker.once('message', resolve));
  return { answered: () => answered, stop: () => worker.terminate() };
}

interface Measured {
  readonly stops: number[];
  readonly raises: number[];
  readonly payments: number[];
}

async function measureLimit(context: Context, ask: Ask, key: string, { stops, raises }: Measured): Promise<void> {
  const json = { 'Content-Type': 'application/json' };
  const program = { ...json, Authorization: `Bearer ${key}` };
  const ref = await projectOf(context, limited);
  const budgets = `/platform/organizations/${limited}/billing/budgets`;
  const terms = { name: 'Limit', scope: 'organization', basis: 'overage', thresholds: [], at_limit: 'stop' };
  const standing = () => ask(`/admin/v1/organizations/${limited}/standing`, { headers: program });
  const isReached = (body: Answer['body']): boolean => body.limit_reached;
  const body = JSON.stringify({ ...terms, amount_cents: stepCents });
  const { id } = (await ask(budgets, { as: 'owner', method: 'POST', headers: json, body })).body;
  const use = async (name: string, quantity: number) => {
    const records = [{ id: name, organization: limited, project_ref: ref, metric: 'EGRESS', at: context.clock.nowSeconds(), quantity }];
    const sent = await ask('/admin/v1/usage', { method: 'POST', headers: program, body: JSON.stringify({ records }) });
    if (sent.body.accepted !== 1) throw new Error(`The usage ${name} was not accepted: ${JSON.stringify(sent.body)}`);
    return sent;
  };
  await use('quota', 250_000_000_000);
  for (let round = 0; round < rounds; round += 1) {
    await nextSecond(context);
    const before = await standing();
    if (isReached(before.body)) throw new Error(`The limit is reached before round ${round}: ${JSON.stringify(before.body)}`);
    stops.push(await timeUntil('usage to stop', () => use(`step-${round}`, stepBytes), standing, isReached));
    const raised = JSON.stringify({ ...terms, amount_cents: stepCents * (round + 2), version: round + 1 });
    raises.push(
      await timeUntil(
        'raise to lifted',
        () => ask(`${budgets}/${id}`, { as: 'owner', method: 'PUT', headers: json, body: raised }),
        standing,
        (standingBody) => !isReached(standingBody),
      ),
    );
  }
}

async function measurePayments(context: Context, ask: Ask, { payments }: Measured): Promise<void> {
  const payer = payerAt({ ask, context } as TestPlatform);
  for (let round = 0; round < rounds; round += 1) {
    const slug = debtorOf(round);
    const base = `/platform/organizations/${slug}`;
    const organization = () => payer.send('GET', base);
    const isFree = (body: Answer['body']): boolean => body.restriction_status === null;
    const before = await organization();
    if (isFree(before.body)) throw new Error(`${slug} is not restricted: ${JSON.stringify(before.body)}`);
    // Resets the request counters of the rate limits, because this member pays for a hundred organizations within a minute.
    await context.db.execute('delete from rate_limits');
    const card = await payer.useCard(slug, testCard.good);
    const open = (await payer.send('GET', `${base}/billing/invoices`)).body.filter(({ status: one }: { status: string }) => one === 'open');
    if (open.length < 2) throw new Error(`${slug} has ${open.length} open invoices`);
    const pay = async ({ id, amount_due: amount }: { id: string; amount_due: number }) => {
      const paid = await payer.send('POST', `${base}/billing/invoices/${id}/pay`, { payment_method_id: card, amount });
      if (paid.body.status !== 'succeeded') throw new Error(`${slug}, invoice ${id} was not paid: ${JSON.stringify(paid.body)}`);
      return paid;
    };
    for (const invoice of open.slice(0, -1)) await pay(invoice);
    if (isFree((await organization()).body)) throw new Error(`${slug} is unrestricted before its last payment`);
    payments.push(await timeUntil('paid to unrestricted', () => pay(open.at(-1)), organization, isFree));
  }
}

const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not there');
const folder = mkdtempSync(join(tmpdir(), 'effect-times-'));
const config = readConfig({
  ...roomyLimits,
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: await createDatabase(postgres.url),
  DATA_DIR: folder,
  USAGE_REVIEW_ABOVE_CENTS: '999999999999',
});
const seeds = [pro(busy), pro(limited), ...Array.from({ length: rounds }, (_, round) => debtor(debtorOf(round)))];
const running = await listenForRequests(config);
const context = await openContext({ ...config, port: running.port }, null, undefined, { seeds });
const page = { render: () => Promise.reject(new Error('no pages here')), manifest: null, assets: noAssets };
running.answerWith(getRequestListener(createApp(context, page).fetch));
const origin = `http://127.0.0.1:${running.port}`;
const { key } = await operatorKey(context);
const ask = await askerFor(context, origin);
const load = await startLoad({ origin, requestKinds: await loadOf(context, key), connections });
const measured: Measured = { stops: [], raises: [], payments: [] };
const started = performance.now();
await measureLimit(context, ask, key, measured);
await measurePayments(context, ask, measured);
const perSecond = load.answered() / ((performance.now() - started) / 1000);
await load.stop();
await running.stop();
await context.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ name: 'effect times', perSecond, ...measured })}\n`);
