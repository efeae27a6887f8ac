import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Context } from '#server/context.ts';
import { captchaRoutes } from './captcha-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { acceptedEncoding, compressed, mayBeCompressed } from './compress.ts';
import { crossOrigin } from './cors.ts';
import { designRoutes } from './design-routes.ts';
import type { HttpEnvironment, Page, WebContext } from './environment.ts';
import { secure as addHeaders } from './headers.ts';
import { operatorRoutes } from './operator-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { platformRoutes } from './platform-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { failureResponse } from './respond.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const requestIdForm = /^[A-Za-z0-9_-]{8,64}$/;

const requestIdOf = (sent: string | undefined): string => (sent && requestIdForm.test(sent) ? sent : `req_${randomUUID()}`);

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anybody can send any word: only those that mean something get a series of their own. */
const methodOf = (method: string): string => (methods.has(method) ? method : 'other');

const beginnings = ['/assets/', '/platform/', '/auth/', '/sign-', '/webhooks/', '/reports/', '/healthz', '/readyz', '/metrics'] as const;

/** The kind of what was asked for, where it is no call of the contract. */
const routeOf = (path: string): string => beginnings.find((beginning) => path.startsWith(beginning)) ?? 'page';

/** Pages are for persons, and so is whatever else a browser asks for to show it, such as the end of a form; the API's answers are not. */
function againFor({ method, headers }: Request, path: string): '' | '/' | undefined {
  const isForPersons = routeOf(path) === 'page' || (headers.get('Accept') ?? '').includes('text/html');
  if (!isForPersons || path.startsWith('/platform/')) return undefined;
  return method === 'GET' ? '' : '/';
}

/** What stands before the path of an address that is whole already. */
const originOf = (url: string): string => url.slice(0, url.indexOf('/', 'https://'.length));

/** The whole HTTP server: platform API, signing in, pages and their files. */
export function createApp(platform: Context, page: Page): Hono<HttpEnvironment> {
  const context: WebContext = { ...platform, page, secure: platform.config.publicOrigin?.startsWith('https://') ?? false };
  const { log, clock, metrics, payments } = context;
  const app = new Hono<HttpEnvironment>();
  // Its pages are framed by ours and set their own headers, so it stands before everything that sets them.
  const gateway = payments.sandbox?.gateway;
  if (gateway) app.route(gateway.basePath, gateway.app);

  app.use('*', async (c, next) => {
    const started = performance.now();
    if (platform.config.publicOrigin === null) payments.noteOrigin(originOf(c.req.url));
    const requestId = requestIdOf(c.req.header('X-Request-Id'));
    c.set('requestId', requestId);
    await next();
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
    if (encoding && mayBeCompressed(c.res, c.req.method)) {
      const packed = await compressed(c.res, encoding);
      // Set to nothing first, or the old answer's headers would be copied over the new ones.
      c.res = undefined;
      c.res = packed;
    }
    if (c.get('complete') !== c.res) addHeaders(c.res.headers, { https: context.secure, requestId, nowMs: clock.nowMs() });
    const ms = performance.now() - started;
    const route = c.get('route') ?? routeOf(c.req.path);
    metrics.countRequest(route, methodOf(c.req.method), c.res.status, ms / 1000);
    log.info({ requestId, route, method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(ms) }, 'request');
  });

  app.route('/', operatorRoutes(context));
  const { allowedOrigins } = platform.config;
  if (allowedOrigins.length > 0) app.use('/platform/*', crossOrigin(allowedOrigins));
  app.route('/', platformRoutes(context));
  app.route('/', signInRoutes(context));
  app.route('/', webhookRoutes(context));
  app.route('/', clockRoutes(context));
  app.route('/', captchaRoutes(context));
  app.route('/', reportRoutes(context));
  app.route('/', designRoutes(context));
  app.route('/', pageRoutes(context));

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    return failureResponse(error, { requestId: c.get('requestId'), again: againFor(c.req.raw, c.req.path) }, log);
  });
  return app;
}
