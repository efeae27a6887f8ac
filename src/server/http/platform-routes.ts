import { Hono, type MiddlewareHandler } from 'hono';
import { callTable, type CallName } from '#contract/calls.ts';
import { serviceTokenDeprecation, type CallDeclaration } from '#contract/declaration.ts';
import { bookJsonSchema } from '#server/domain/book/document.ts';
import type { Config } from '#server/settings/config.ts';
import { notFound } from '#server/platform-error.ts';
import { readJson } from './body.ts';
import { countTokenRequest } from './admission/token-caller.ts';
import { createCaller, rememberIdentities } from './caller.ts';
import { allowedOrigin } from './cors.ts';
import { credentialsOf, refuseCrossSite } from './credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { fileResponse, jsonResponse, methodNotAllowed } from './respond.ts';
import { requestFacts } from './request-facts.ts';
import { runCall, type RawCall } from './run-call.ts';
import { isCacheable, etagMiddleware, taggedResponse } from './etag.ts';
import { allowanceHeaders, rateLimitHeaders } from './turns/request-allowance.ts';
import { allowedMethods, callFor, callsByPath, isReadMethod, queryIn, routePattern } from './call-paths.ts';

function rawCall(c: HttpContext, config: Config): RawCall {
  const request = c.req.raw;
  return {
    params: c.req.param() as Record<string, string>,
    query: () => queryIn(request.url),
    body: (rules) => readJson(c, rules),
    version: () => request.headers.get('Version'),
    idempotencyKey: () => request.headers.get('Idempotency-Key'),
    ...requestFacts(config, c),
    pageOrigin: allowedOrigin(config.allowedOrigins, request),
  };
}

/** Adds the headers of RFC 9745 and RFC 8594 to every response of a request with the service token. */
const deprecationHeaders =
  ({ config: { serviceToken, previous } }: WebContext): MiddlewareHandler<HttpEnvironment> =>
  async (c, next) => {
    await next();
    const caller = c.get('caller');
    if (![serviceToken, previous.serviceToken].some((secret) => secret !== null && caller?.holds(secret))) return;
    const { since, sunset } = serviceTokenDeprecation;
    c.header('Deprecation', `@${since}`);
    c.header('Sunset', new Date(sunset * 1000).toUTCString());
    c.header('Link', '</admin/v1/usage>; rel="successor-version", </docs>; rel="deprecation"');
  };

const isForPrograms = (methods: ReadonlyMap<string, CallName>): boolean =>
  [...methods.values()].some((name) => (callTable[name] as CallDeclaration).access === 'service');

export function platformRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();

  app.use('/platform/*', rateLimitHeaders);
  // Loaded on demand, because few processes serve the document.
  app.get('/platform/openapi.json', async () => {
    const { openApiDocument } = await import('./openapi.ts');
    return jsonResponse(openApiDocument(context.secure), 200, { 'Cache-Control': 'no-cache' });
  });
  app.get('/platform/price-book.schema.json', () => jsonResponse(bookJsonSchema(), 200, { 'Cache-Control': 'no-cache' }));

  for (const [path, methods] of callsByPath<CallName>(callTable)) {
    const pattern = routePattern(path);
    if (isForPrograms(methods)) app.use(pattern, deprecationHeaders(context));
    const read = methods.get('GET');
    if (read && isCacheable(callTable[read])) app.get(pattern, etagMiddleware);
    app.all(pattern, async (c) => {
      const { method } = c.req;
      const name = callFor(methods, method);
      if (!name) throw methodNotAllowed(allowedMethods(methods));
      c.set('route', name);
      const credentials = credentialsOf(c.req.raw, context.secure);
      if (credentials.ambient && !isReadMethod(method)) refuseCrossSite(c.req.raw, context.config.publicOrigin);
      const caller = c.get('caller') ?? rememberIdentities(createCaller(context, credentials));
      const token = await caller.token();
      if (token) {
        c.set('tokenId', token.id);
        c.set('rateLimit', allowanceHeaders(await countTokenRequest(context.db, token)));
      }
      const { data, status, totalCount, file } = await runCall(context, name, caller, rawCall(c, context.config));
      if (file) return fileResponse(file, callTable[name], method === 'HEAD');
      const headers = totalCount === null ? {} : { 'X-Total-Count': totalCount };
      if (data === undefined) return new Response(null, { status, headers });
      return isCacheable(callTable[name]) ? taggedResponse(data, headers) : jsonResponse(data, status, headers);
    });
  }

  app.all('/platform/*', () => {
    throw notFound('Call');
  });
  return app;
}
