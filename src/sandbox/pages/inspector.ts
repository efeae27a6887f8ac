import { Hono, type Context } from 'hono';
import { closeDispute } from '#sandbox/money/disputes.ts';
import { runJob } from '#sandbox/money/jobs.ts';
import { readFault } from './fault-schema.ts';
import { inspectorPage } from './inspector-page.ts';
import { changeState, sendPage, type PageContext } from './page-context.ts';

type Fields = Record<string, unknown>;

export function inspectorRoutes(pages: PageContext): Hono {
  const routes = new Hono();
  addReadRoutes(routes, pages);
  routes.use('/inspector/*', async (context, next) => {
    if (context.req.method === 'POST' && !isSameOrigin(context)) return context.text('Only pages of this server may do that.', 403);
    return next();
  });
  addFaultRoutes(routes, pages);
  addLeverRoutes(routes, pages);
  return routes;
}

function addReadRoutes(routes: Hono, pages: PageContext): void {
  const { core } = pages;
  routes.get('/inspector', async (context) => {
    await pages.settle();
    const body = inspectorPage(pages, context.req.query('customer'));
    return sendPage(context, { title: 'Payment gateway inspector', basePath: pages.basePath, framed: false, body });
  });

  routes.get('/inspector/state', async (context) => {
    await pages.settle();
    const { state, faults } = core;
    context.header('cache-control', 'no-store');
    return context.json({
      nowMs: core.nowMs,
      money: state.money,
      jobs: [...state.jobs.values()],
      faults: faults.list(),
      requests: pages.api.requests.list(),
      deliveries: [...state.deliveries.values()].slice(-100),
      disputes: state.all('dispute').map(({ id, status, charge, amount }) => ({ id, status, charge, amount })),
    });
  });
}

function addFaultRoutes(routes: Hono, pages: PageContext): void {
  const { core } = pages;
  routes.post('/inspector/faults', async (context) => {
    const read = readFault(await fields(context));
    return read.ok ? done(pages, context, core.faults.add(read.fault)) : refuse(context, read.message);
  });

  routes.post('/inspector/faults/clear', async (context) => {
    const { id } = await fields(context);
    if (typeof id === 'string') core.faults.remove(id);
    else core.faults.clear();
    return done(pages, context, {});
  });
}

function addLeverRoutes(routes: Hono, pages: PageContext): void {
  const { core, deliverer, options } = pages;
  routes.post('/inspector/clock', async (context) => {
    const { seconds } = await fields(context);
    const by = Number(seconds);
    if (!options.moveClock) return refuse(context, 'clock: this server does not let the gateway move its clock');
    if (!Number.isInteger(by) || by < 1 || by > 400 * 86_400) return refuse(context, 'seconds: a whole number from 1 to 34560000');
    await options.moveClock(core.nowMs + by * 1000);
    await pages.settle();
    return done(pages, context, { nowMs: core.nowMs });
  });

  routes.post('/inspector/jobs', async (context) => {
    const { id } = await fields(context);
    const job = typeof id === 'string' ? core.state.jobs.get(id) : undefined;
    if (!job) return refuse(context, 'id: nothing of this id is waiting');
    await changeState(core, (tx) => runJob(tx, job));
    return done(pages, context, {});
  });

  routes.post('/inspector/disputes', async (context) => {
    const { id, outcome } = await fields(context);
    const dispute = typeof id === 'string' ? core.state.get('dispute', id) : undefined;
    if (!dispute) return refuse(context, 'id: no such dispute');
    if (outcome !== 'won' && outcome !== 'lost') return refuse(context, 'outcome: won or lost');
    await changeState(core, (tx) => closeDispute(tx, dispute, outcome === 'won'));
    return done(pages, context, {});
  });

  routes.post('/inspector/deliver', async (context) => {
    await deliverer.sendDue(true);
    return done(pages, context, {});
  });
}

const done = ({ basePath }: PageContext, context: Context, json: object): Response =>
  isJson(context) ? context.json(json) : context.redirect(`${basePath}/inspector`, 303);

const isJson = (context: Context): boolean => (context.req.header('content-type') ?? '').startsWith('application/json');

const refuse = (context: Context, message: string): Response =>
  isJson(context) ? context.json({ message }, 400) : context.text(message, 400);

async function fields(context: Context): Promise<Fields> {
  if (isJson(context)) {
    const json: unknown = await context.req.json().catch(() => null);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Fields) : {};
  }
  return Object.fromEntries([...(await context.req.formData())].map(([name, value]) => [name, String(value)]));
}

/** True for a browser request from this origin, and for a request without browser headers, because a local program sends such requests. */
function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = context.req.header('origin');
  return origin === undefined || origin === new URL(context.req.url).origin;
}
