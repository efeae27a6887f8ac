import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { Context } from '#server/context.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { ownKeyRoutes } from './admin/own-key-routes.ts';
import { captchaRoutes } from './captcha-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { compressed } from './compress.ts';
import { confirmationRoutes } from './confirmations/confirmation-routes.ts';
import { crossOrigin } from './cors.ts';
import { designRoutes } from './design-routes.ts';
import type { HttpEnvironment, Page, WebContext } from './environment.ts';
import { answerFacts, usualHeaders } from './headers.ts';
import { operatorRoutes } from './operator-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { platformRoutes } from './platform-routes.ts';
import { plainFileRoutes } from './well-known/plain-file-routes.ts';
import { postboxRoutes } from './postbox/postbox-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { callerRequestId } from './request-facts.ts';
import { reportRoutes } from './report-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { failureResponse, jsonResponse } from './respond.ts';
import { objectiveOf, objectiveOutcome } from '#server/tracing/service-objectives.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signOutRoutes } from './sign-out/sign-out-routes.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import { busyError, takeTurns } from './turns/take-turns.ts';
import { traceRequests } from '#server/tracing/trace-requests.ts';
import { receiveWebhook } from '#server/payments/events.ts';
import { PlatformError } from '#server/platform-error.ts';
import { readText } from './body.ts';

/** Where the gateway reports. It signs the raw text, so nothing may touch that before. */
export const webhookPath = '/webhooks/gateway';
const mostBytes = 1024 * 1024;

function webhookRoutes({ paymentContext, metrics }: Pick<Context, 'paymentContext' | 'metrics'>): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().post(webhookPath, async (c) => {
    const body = await readText(c, mostBytes);
    await receiveWebhook(paymentContext, body, c.req.header('Stripe-Signature') ?? null).catch((error: unknown) => {
      if (error instanceof PlatformError) metrics.countRefusedSignature();
      throw error;
    });
    return jsonResponse({ received: true });
  });
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anybody can send any word: only those that mean something get a series of their own. */
const methodOf = (method: string): string => (methods.has(method) ? method : 'other');

const beginnings = [
  '/assets/',
  '/platform/',
  '/admin/',
  '/auth/',
  '/sign-',
  '/webhooks/',
  '/reports/',
  '/healthz',
  '/readyz',
  '/metrics',
] as const;

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The kind of what was asked for, where it is no call of the contract. */
const routeOf = (path: string): string => beginnings.find((beginning) => path.startsWith(beginning)) ?? 'page';

/** Pages are for persons, and so is whatever else a browser asks for to show it, such as the end of a form; the API's answers are not. */
function againFor({ method, headers }: Request, path: string): '' | '/' | undefined {
  const isForPersons = routeOf(path) === 'page' || (headers.get('Accept') ?? '').includes('text/html');
  if (!isForPersons || path.startsWith('/platform/') || path.startsWith('/admin/')) return undefined;
  return method === 'GET' ? '' : '/';
}

/** For the log line of a request: a path without the addresses that calls about members have in it. */
const withoutAddresses = (path: string): string => path.replace(/[^/]*(?:@|%40)[^/]*/gi, '{email}');

/** For the log line of a request: a caller who knows it by an id of their own finds the server's id there. */
function callerIdIn(request: Request): { callerRequestId?: string } {
  const id = callerRequestId(request);
  return id === null ? {} : { callerRequestId: id };
}

/** Counts each request in the metrics, and writes its log line. */
const countAndLog =
  ({ log, metrics }: WebContext): MiddlewareHandler<HttpEnvironment> =>
  async (c, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const route = c.get('route') ?? routeOf(c.req.path);
    const { method } = c.req;
    const path = withoutAddresses(c.req.path);
    const { status } = c.res;
    metrics.countRequest(route, methodOf(method), status, ms / 1000);
    const objective = objectiveOf(route, method);
    if (objective) metrics.countObjective(objective, objectiveOutcome(objective, status, ms / 1000));
    // A proxy asks twice a second whether it may send requests: only an answer that is none is worth a line.
    const level = probes.has(path) && status < 500 ? 'debug' : 'info';
    log[level]({ requestId: c.get('requestId'), ...callerIdIn(c.req.raw), route, method, path, status, ms: Math.round(ms) }, 'request');
  };

/** The whole HTTP server: platform API, signing in, pages and their files. */
export function createApp(platform: Context, page: Page): Hono<HttpEnvironment> {
  const context: WebContext = { ...platform, page, secure: platform.config.publicOrigin?.startsWith('https://') ?? false };
  const { log, payments } = context;
  const app = new Hono<HttpEnvironment>();
  // Its pages are framed by ours and set their own headers, so it stands before everything that sets them.
  const gateway = payments.sandbox?.gateway;
  if (gateway) app.route(gateway.basePath, gateway.app);

  // No caller chooses it: without a name of a header, none is looked at.
  app.use(requestId({ headerName: '', generator: () => `req_${randomUUID()}` }));
  if (platform.config.traces !== null) app.use(traceRequests(routeOf));
  app.use(countAndLog(context));
  app.use(answerFacts(context), usualHeaders(context.secure), compressed);

  app.route('/', operatorRoutes(context));
  const { allowedOrigins } = platform.config;
  if (allowedOrigins.length > 0) app.use('/platform/*', crossOrigin(allowedOrigins));
  app.use(takeTurns(context));
  // An example of the page, in the embedded mode alone.
  if (platform.config.mode === 'embedded')
    app.get('/sandbox/busy', () => {
      throw busyError(platform.config.requestLimits);
    });
  app.route('/', platformRoutes(context));
  app.route('/', adminRoutes(context));
  app.route('/', ownKeyRoutes(context));
  app.route('/', staffRoutes(context));
  app.route('/', confirmationRoutes(context));
  app.route('/', signInRoutes(context));
  app.route('/', signOutRoutes(context));
  app.route('/', webhookRoutes(context));
  app.route('/', clockRoutes(context));
  app.route('/', postboxRoutes(context));
  app.route('/', captchaRoutes(context));
  app.route('/', reportRoutes(context));
  app.route('/', eventRoutes(context));
  app.route('/', designRoutes(context));
  app.route('/', referenceRoutes(context));
  app.route('/', plainFileRoutes(context));
  app.route('/', pageRoutes(context));

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    return failureResponse(error, { requestId: c.get('requestId'), again: againFor(c.req.raw, c.req.path) }, log);
  });
  return app;
}
