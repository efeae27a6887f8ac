import { Hono } from 'hono';
import { aliveAnswer, mayReadFigures, readinessAnswer } from '#server/health/health-answers.ts';
import { figuresAccess } from '#server/health/health-thread.ts';
import { processHealth } from '#server/health/process-health.ts';
import { listUnsettled } from '#server/store/backlog.ts';
import { notFound } from '#server/platform-error.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse } from './respond.ts';

/** Age in ms after which an unfinished payment counts as unsettled. Reconciliation settles payments earlier if the gateway responds. */
const settledWithinMs = 10 * 60_000;
const mostListed = 500;

/** Routes for liveness, readiness and metrics. A second thread serves the same responses on `HEALTH_PORT`. */
export function operatorRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { db, config, secure } = context;
  const health = processHealth(context);
  const access = figuresAccess(config);

  /** @throws {PlatformError} 404 for clients that may not read the metrics */
  const refuseOthers = (request: Request): void => {
    const { token, ambient } = credentialsOf(request, secure);
    if (!mayReadFigures(access, ambient ? null : token)) throw notFound('Page');
  };

  // Does not check the database, because restarting this process would not repair the database.
  app.get('/healthz', () => jsonResponse(aliveAnswer.body, aliveAnswer.status));

  app.get('/readyz', async (c) => {
    const { status, body } = readinessAnswer(await health.readiness(c.get('requestId')));
    return jsonResponse(body, status, status === 503 ? { 'Retry-After': '1' } : {});
  });

  app.get('/metrics', async (c) => {
    refuseOthers(c.req.raw);
    return new Response(await health.figures(c.get('requestId')), { headers: { 'Content-Type': health.contentType } });
  });
  // A separate route, because the metrics must not contain one series per payment ID.
  app.get('/metrics/unsettled', async (c) => {
    refuseOthers(c.req.raw);
    return jsonResponse({ unsettled: await listUnsettled(db, new Date(Date.now() - settledWithinMs), mostListed) });
  });
  return app;
}
