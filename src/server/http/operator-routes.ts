import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { isLoopback } from '#server/settings/transport-settings.ts';
import { listUnsettled, readBacklog } from '#server/store/backlog.ts';
import { readDatabaseCondition } from '#server/database/database-condition.ts';
import { daysOfKeys } from '#server/store/provisioning/api-keys.ts';
import { readSetting } from '#server/database/settings.ts';
import { notFound } from '#server/platform-error.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse } from './respond.ts';

/** After this a load balancer should try another process. */
const patienceMs = 2000;
/** Reconciliation settles a payment without an answer sooner than that, unless the gateway can't say. */
const settledWithinMs = 10 * 60_000;
const mostListed = 500;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Without a token, only this machine sees the figures, in the embedded mode; others get a 404. */
function maySeeMetrics({ config, secure }: WebContext, request: Request): boolean {
  const { token, ambient } = credentialsOf(request, secure);
  if (config.metricsToken === null) return config.mode === 'embedded' && isLoopback(config.host);
  const held = [config.metricsToken, config.previous.metricsToken].filter((secret) => secret !== null);
  return !ambient && token !== null && held.some((secret) => timingSafeEqual(digest(token), digest(secret)));
}

/** For operators: liveness, readiness and metrics. */
export function operatorRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { db, ping, metrics, lifecycle, log } = context;

  const databaseAnswers = async (requestId: string): Promise<boolean> => {
    try {
      await within(patienceMs, ping());
      return true;
    } catch (error) {
      log.error({ err: error, requestId }, 'the database does not answer');
      return false;
    }
  };

  // Needs no database: ending this process would not bring the database back.
  app.get('/healthz', () => jsonResponse({ status: 'alive' }));

  app.get('/readyz', async (c) => {
    const notReady = (why: string): Response => jsonResponse({ status: 'not ready', why }, 503, { 'Retry-After': '1' });
    if (lifecycle.stopping) return notReady('stopping');
    if (!(await databaseAnswers(c.get('requestId')))) return notReady('database');
    // Reads go on: a balancer that sent nothing here would take the page away from everybody.
    const paused = context.payments.pause();
    const isStopped = paused === null && (await readSetting(db, 'charges_pause')) !== null;
    return jsonResponse({
      status: 'ready',
      ...(paused === null ? {} : { payments: 'paused', why: paused }),
      ...(isStopped ? { payments: 'paused', why: 'charges_paused' } : {}),
    });
  });

  const startedSeconds = context.clock.nowSeconds();
  const switches = async (): Promise<Record<string, number>> => ({
    platform_admin_key_days_left: await daysOfKeys(db, context.clock.nowSeconds()),
    platform_charges_paused: Number((await readSetting(db, 'charges_pause')) !== null),
    // A new platform has had no day yet: then it counts from the start of the process.
    platform_retention_age_seconds: context.clock.nowSeconds() - ((await readSetting(db, 'retention_ran_at')) ?? startedSeconds),
  });
  app.get('/metrics', async (c) => {
    if (!maySeeMetrics(context, c.req.raw)) throw notFound('Page');
    const isUp = await databaseAnswers(c.get('requestId'));
    const text = await metrics.text({
      platform_database_up: Number(isUp),
      platform_payments_paused: Number(context.payments.pause() !== null),
      ...(isUp ? { ...(await switches()), ...(await waiting(db)), ...(await condition(db)) } : {}),
    });
    return new Response(text, { headers: { 'Content-Type': metrics.contentType } });
  });
  // Separate from the metrics: ids have no place in a series.
  app.get('/metrics/unsettled', async (c) => {
    if (!maySeeMetrics(context, c.req.raw)) throw notFound('Page');
    return jsonResponse({ unsettled: await listUnsettled(db, new Date(Date.now() - settledWithinMs), mostListed) });
  });
  return app;
}

/** Gauges of waiting work, by name. Empty while the database is down: the missing series says so. */
async function waiting(db: WebContext['db']): Promise<Record<string, number>> {
  const { eventsWaiting, workWaiting, workDead, paymentsUnanswered, paymentsUnknown, refundsWaiting, organizationsFailing, ...others } =
    await readBacklog(db);
  return {
    platform_gateway_events_waiting: eventsWaiting,
    platform_gateway_work_waiting: workWaiting,
    platform_gateway_work_dead: workDead,
    platform_payments_unanswered: paymentsUnanswered,
    platform_payments_unknown: paymentsUnknown,
    platform_refunds_waiting: refundsWaiting,
    platform_organizations_failing: organizationsFailing,
    platform_gateway_events_lag_seconds: others.eventsLagSeconds,
    platform_gateway_work_lag_seconds: others.workLagSeconds,
    platform_webhooks_waiting: others.webhooksWaiting,
    platform_webhooks_lag_seconds: others.webhooksLagSeconds,
    platform_webhook_endpoints_disabled: others.endpointsDisabled,
    platform_mails_waiting: others.mailsWaiting,
    platform_mails_lag_seconds: others.mailsLagSeconds,
    platform_mails_refused: others.mailsRefused,
    platform_addresses_bounced: others.addressesBounced,
    platform_price_books_refused: others.priceBooksRefused,
    platform_jobs_dead: others.jobsDead,
  };
}

/** Gauges of archive and replicas, by name; one that the database does not have is missing. */
async function condition(db: WebContext['db']): Promise<Record<string, number>> {
  const { archiveAgeSeconds, replicationLagBytes } = await readDatabaseCondition(db);
  return {
    ...(archiveAgeSeconds === null ? {} : { database_archive_age_seconds: archiveAgeSeconds }),
    ...(replicationLagBytes === null ? {} : { database_replication_lag_bytes: replicationLagBytes }),
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
