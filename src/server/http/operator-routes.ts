import { Hono } from 'hono';
import { aliveAnswer, mayReadFigures, readinessAnswer } from '#server/health/health-answers.ts';
import { figuresAccess } from '#server/health/health-thread.ts';
import { processHealth } from '#server/health/process-health.ts';
import { listUnsettled } from '#server/store/backlog.ts';
import { notFound } from '#server/platform-error.ts';
import { credentialsOf } from './credentials.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse } from './respond.ts';

/** Age in ms after which an unfinished payment counts as unsettled; reconciliation settles payments sooner unless the gateway fails. */
const settledWithinMs = 10 * 60_000;
const mostListed = 500;

/** Liveness, readiness and metrics. `HEALTH_PORT` serves the same from another thread. */
export function operatorRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const { db, config, secure } = context;
  const health = processHealth(context);
  const access = figuresAccess(config);

  /** @throws {PlatformError} 404 if the request may not read the metrics */
  const refuseOthers = (request: Request): void => {
    const { token, ambient } = credentialsOf(request, secure);
    if (!mayReadFigures(access, ambient ? null : token)) throw notFound('Page');
  };

  // Independent of the database: restarting this process would not repair the database.
  app.get('/healthz', () => jsonResponse(aliveAnswer.body, aliveAnswer.status));

  app.get('/readyz', async (c) => {
    const { status, body } = readinessAnswer(await health.readiness(c.get('requestId')));
    return jsonResponse(body, status, status === 503 ? { 'Retry-After': '1' } : {});
  });

  app.get('/metrics', async (c) => {
    refuseOthers(c.req.raw);
    return new Response(await health.figures(c.get('requestId')), { headers: { 'Content-Type': health.contentType } });
  });
  // Not in the metrics, because IDs make no useful series.
  app.get('/metrics/unsettled', async (c) => {
    refuseOthers(c.req.raw);
    return jsonResponse({ unsettled: await listUnsettled(db, new Date(Date.now() - settledWithinMs), mostListed) });
  });
  return app;
}
