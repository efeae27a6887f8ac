import { Hono } from 'hono';
import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import { bookJsonSchema } from '#server/domain/book/document.ts';
import type { Config } from '#server/config.ts';
import { notFound } from '#server/platform-error.ts';
import { readJson } from './body.ts';
import { createCaller } from './caller.ts';
import { allowedOrigin } from './cors.ts';
import { credentialsOf, refuseCrossSite } from './credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from './environment.ts';
import { openApiDocument } from './openapi.ts';
import { fileResponse, jsonResponse, methodNotAllowed } from './respond.ts';
import { requestFacts } from './request-facts.ts';
import { runCall, type RawCall } from './run-call.ts';
import { isCacheable, revalidated, taggedResponse } from './etag.ts';
import { queryValues } from './validate.ts';

type Method = CallDeclaration['method'];

const names = Object.keys(callTable) as CallName[];

/** Calls by path and method. Fixed words come before parameters, so that `invoices/upcoming` is no invoice id. */
function callsByPath(): [path: string, methods: Map<string, CallName>][] {
  const paths = new Map<string, Map<string, CallName>>();
  for (const name of names) {
    const { method, path } = callTable[name];
    const methods = paths.get(path) ?? new Map<string, CallName>();
    paths.set(path, methods.set(method, name));
  }
  return [...paths].toSorted(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1));
}

const allowed = (methods: ReadonlyMap<string, CallName>): string[] => {
  const declared = [...methods.keys()];
  return declared.includes('GET') && !declared.includes('HEAD') ? ['HEAD', ...declared].toSorted() : declared.toSorted();
};

/** HEAD is answered as GET without a body where it is not a call of its own. */
const callFor = (methods: ReadonlyMap<string, CallName>, method: string): CallName | undefined =>
  methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);

/** Most addresses have no query, and reading none takes no time. */
function queryIn(url: string): Record<string, string> {
  const mark = url.indexOf('?');
  return mark === -1 ? {} : queryValues(new URLSearchParams(url.slice(mark)));
}

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

const isRead = (method: string): boolean => (['GET', 'HEAD'] satisfies Method[] as string[]).includes(method);

/** Every call of the contract over HTTP, and the document that describes them. */
export function platformRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();

  app.get('/platform/openapi.json', () => jsonResponse(openApiDocument(context.secure), 200, { 'Cache-Control': 'no-cache' }));
  app.get('/platform/price-book.schema.json', () => jsonResponse(bookJsonSchema(), 200, { 'Cache-Control': 'no-cache' }));

  for (const [path, methods] of callsByPath()) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    const read = methods.get('GET');
    if (read && isCacheable(callTable[read])) app.get(pattern, revalidated);
    app.all(pattern, async (c) => {
      const { method } = c.req;
      const name = callFor(methods, method);
      if (!name) throw methodNotAllowed(allowed(methods));
      c.set('route', name);
      const credentials = credentialsOf(c.req.raw, context.secure);
      if (credentials.ambient && !isRead(method)) refuseCrossSite(c.req.raw, context.config.publicOrigin);
      const { data, status, totalCount, file } = await runCall(
        context,
        name,
        createCaller(context, credentials),
        rawCall(c, context.config),
      );
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
