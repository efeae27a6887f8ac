import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import type { Context } from '#server/context.ts';
import { separateAdminPort } from './admin/admin-port.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { ownKeyRoutes } from './admin/own-key-routes.ts';
import { captchaRoutes } from './captcha-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { compressResponses } from './compress.ts';
import { confirmationRoutes } from './confirmations/confirmation-routes.ts';
import { crossOrigin } from './cors.ts';
import { designRoutes } from './design-routes.ts';
import type { HttpEnvironment, Page, WebContext } from './environment.ts';
import { answerFacts, usualHeaders } from './headers.ts';
import { operatorRoutes } from './operator-routes.ts';
import { mcpPath, mcpRoutes } from './mcp/mcp-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { platformRoutes } from './platform-routes.ts';
import { plainFileRoutes } from './well-known/plain-file-routes.ts';
import { postboxRoutes } from './postbox/postbox-routes.ts';
import { referenceRoutes } from './reference-pages/reference-routes.ts';
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

/** Path of the gateway's webhooks. No middleware may parse the body first, because the signature covers the raw text. */
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

/** Returns the metric label of an HTTP method. Unknown methods share one label, because a client can send any method name. */
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

const routeOf = (path: string): string => beginnings.find((beginning) => path.startsWith(beginning)) ?? 'page';

/** Returns the URL of the retry link on an error page; undefined for requests of programs, which receive no page. */
function againFor({ method, headers }: Request, path: string): '' | '/' | undefined {
  const isForPersons = routeOf(path) === 'page' || (headers.get('Accept') ?? '').includes('text/html');
  if (!isForPersons || path === mcpPath || path.startsWith('/platform/') || path.startsWith('/admin/')) return undefined;
  return method === 'GET' ? '' : '/';
}

const withoutAddresses = (path: string): string => path.replace(/[^/]*(?:@|%40)[^/]*/gi, '{email}');

/** Returns the request ID that the client sent. It is logged, because the client may not know the server's request ID. */
function callerIdIn(request: Request): { callerRequestId?: string } {
  const id = callerRequestId(request);
  return id === null ? {} : { callerRequestId: id };
}

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
    // Successful probes are logged at debug level only, because proxies probe twice a second.
    const level = probes.has(path) && status < 500 ? 'debug' : 'info';
    const tokenId = c.get('tokenId');
    const ids = { requestId: c.get('requestId'), ...callerIdIn(c.req.raw), ...(tokenId ? { tokenId } : {}) };
    log[level]({ ...ids, route, method, path, status, ms: Math.round(ms) }, 'request');
  };

export function createApp(platform: Context, page: Page): Hono<HttpEnvironment> {
  const context: WebContext = { ...platform, page, secure: platform.config.publicOrigin?.startsWith('https://') ?? false };
  const { log, payments } = context;
  const app = new Hono<HttpEnvironment>();
  // Mounted before the header middleware, because the gateway's pages need other headers: pages of the platform may frame them.
  const gateway = payments.sandbox?.gateway;
  if (gateway) app.route(gateway.basePath, gateway.app);

  // The empty header name prevents clients from choosing the request ID.
  app.use(requestId({ headerName: '', generator: () => `req_${randomUUID()}` }));
  if (platform.config.traces !== null) app.use(traceRequests(routeOf));
  app.use(countAndLog(context));
  app.use(answerFacts(context), usualHeaders(context.secure), compressResponses);
  if (platform.config.adminPort !== null) app.use(separateAdminPort);

  app.route('/', operatorRoutes(context));
  const { allowedOrigins } = platform.config;
  if (allowedOrigins.length > 0) app.use('/platform/*', crossOrigin(allowedOrigins));
  app.use(takeTurns(context));
  if (platform.config.mode === 'embedded')
    app.get('/sandbox/busy', () => {
      throw busyError(platform.config.requestLimits);
    });
  app.route('/', platformRoutes(context));
  app.route('/', mcpRoutes(context));
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
