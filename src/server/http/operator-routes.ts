import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { isLoopback } from '#server/config.ts';
import { listUnsettled, readBacklog } from '#server/store/backlog.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { notFound } from './platform-error.ts';
import { jsonResponse } from './respond.ts';

/** Longer than that and a balancer had better ask another process. */
const patienceMs = 2000;
/** A payment without an answer is settled by reconciliation sooner than that, unless the gateway can't say. */
const settledWithinMs = 10 * 60_000;
const mostListed = 500;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** For those who run the platform: whether it is up, whether it can take requests, and what it has counted. */
export function operatorRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { config, db, ping, metrics, lifecycle, log } = context;

  const databaseAnswers = async (requestId: string): Promise<boolean> => {
    try {
      await within(patienceMs, ping());
      return true;
    } catch (error) {
      log.error({ err: error, requestId }, 'the database does not answer');
      return false;
    }
  };

  // Without the database too: a process that is ended for want of it would be no better off when it is back.
  app.get('/healthz', () => jsonResponse({ status: 'alive' }));

  app.get('/readyz', async (c) => {
    const notReady = (why: string): Response => jsonResponse({ status: 'not ready', why }, 503, { 'Retry-After': '1' });
    if (lifecycle.stopping) return notReady('stopping');
    if (!(await databaseAnswers(c.get('requestId')))) return notReady('database');
    return jsonResponse({ status: 'ready' });
  });

  /** Without a token the figures are for the machine itself, in the embedded mode; anybody else finds nothing here. */
  const maySee = (request: Request): boolean => {
    const { token, ambient } = credentialsOf(request, context.secure);
    if (config.metricsToken === null) return config.mode === 'embedded' && isLoopback(config.host);
    return !ambient && token !== null && timingSafeEqual(digest(token), digest(config.metricsToken));
  };
  app.get('/metrics', async (c) => {
    if (!maySee(c.req.raw)) throw notFound('Page');
    const isUp = await databaseAnswers(c.get('requestId'));
    const text = metrics.text({ platform_database_up: Number(isUp), ...(isUp ? await waiting(db) : {}) });
    return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
  });
  // Kept apart from the figures: ids have no place in a series.
  app.get('/metrics/unsettled', async (c) => {
    if (!maySee(c.req.raw)) throw notFound('Page');
    return jsonResponse({ unsettled: await listUnsettled(db, new Date(Date.now() - settledWithinMs), mostListed) });
  });
  return app;
}

/** Gauges of what waits, by name. Without the database nobody knows, and a series that is missing says so. */
async function waiting(db: WebContext['db']): Promise<Record<string, number>> {
  const { eventsWaiting, workWaiting, workDead, paymentsUnanswered, refundsWaiting } = await readBacklog(db);
  return {
    platform_gateway_events_waiting: eventsWaiting,
    platform_gateway_work_waiting: workWaiting,
    platform_gateway_work_dead: workDead,
    platform_payments_unanswered: paymentsUnanswered,
    platform_refunds_waiting: refundsWaiting,
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
