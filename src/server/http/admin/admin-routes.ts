import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminParts } from '#server/admin/admin-handler.ts';
import { authenticateKey, requireScope, type AuthenticatedKey } from '#server/admin/authenticate-key.ts';
import { cloudEventBatchType, cloudEventType, usageOfEvents } from '#server/admin/cloud-events.ts';
import { clientAddress } from '#server/admin/networks.ts';
import { auditRefusal, isRefusal } from '#server/admin/platform-audit.ts';
import { runAdminCall } from '#server/admin/run-admin-call.ts';
import { notFound } from '#server/platform-error.ts';
import { isOfType, readJson, readText } from '#server/http/body.ts';
import { allowedMethods, callFor, callsByPath, isReadMethod, queryIn, routePattern } from '#server/http/call-paths.ts';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { etagMiddleware, taggedResponse } from '#server/http/etag.ts';
import { countKeyRequest } from './key-limits.ts';
import { allowanceHeaders, rateLimitHeaders } from '#server/http/turns/request-allowance.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import { callerRequestId, refuseOtherKeyForm } from '#server/http/request-facts.ts';
import { fileResponse, jsonResponse, methodNotAllowed } from '#server/http/respond.ts';

/** Returns the bearer token. Cookies are ignored, because a browser sends them even if another site caused the request. */
const bearerOf = (request: Request): string | null => /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;

/** The admin API over HTTP and its OpenAPI document. Pages on other origins cannot read the responses. */
export function adminRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const hosts = addressRules(context.config);
  app.use('/admin/*', rateLimitHeaders);
  // Loaded on demand, because the texts and examples of the document take memory and few processes serve it.
  app.get('/admin/v1/openapi.json', async () => {
    const { adminDocument } = await import('./admin-openapi.ts');
    return jsonResponse(adminDocument(), 200, { 'Cache-Control': 'no-cache' });
  });

  for (const [path, methods] of callsByPath<AdminCallName>(adminCallTable)) {
    const pattern = routePattern(path);
    if (methods.has('GET')) app.get(pattern, etagMiddleware);
    app.all(pattern, async (c) => {
      const name = callFor(methods, c.req.method);
      if (!name) throw methodNotAllowed(allowedMethods(methods));
      c.set('route', `admin.${name}`);
      const { status, data, file } = await answerCall({ ...context, hosts }, name, c);
      if (file) return fileResponse(file, adminCallTable[name], false);
      if (data === undefined) return new Response(null, { status });
      return isReadMethod(c.req.method) ? taggedResponse(data, {}) : jsonResponse(data, status);
    });
  }

  app.all('/admin/*', () => {
    throw notFound('Call');
  });
  return app;
}

async function answerCall(
  { db, clock, config, log, metrics, paymentContext, secrets, hosts }: WebContext & Pick<AdminParts, 'hosts'>,
  name: AdminCallName,
  c: HttpContext,
) {
  const declaration: AdminCallDeclaration = adminCallTable[name];
  const request = c.req.raw;
  const requestId = c.get('requestId');
  const nowSeconds = clock.nowSeconds();
  const secret = bearerOf(request);
  let key: AuthenticatedKey | null = null;
  const refused = async (error: unknown): Promise<never> => {
    if (secret !== null) {
      if (isRefusal(error) && error.code === 'unauthenticated') metrics.countRefusedKey();
      const subject = Object.values(c.req.param() as Record<string, string>).join('/');
      await auditRefusal(db, { actor: key?.id ?? null, act: name, subject, requestId, nowSeconds }, error);
    }
    throw error;
  };
  try {
    key = await authenticateKey(db, secret, nowSeconds, addressOf(c, config));
    requireScope(key, declaration);
  } catch (error) {
    if (key) log.info({ event: 'access_denied', call: name, key: key.id, requestId }, 'a key lacks a scope');
    return refused(error);
  }
  c.set('rateLimit', allowanceHeaders(await countKeyRequest(db, key, isReadMethod(request.method))));
  const idempotencyKey = declaration.idempotent ? request.headers.get('Idempotency-Key') : null;
  refuseOtherKeyForm(idempotencyKey);
  return runAdminCall(
    name,
    {
      db,
      key,
      nowSeconds,
      lateUsageDays: config.lateUsageDays,
      usageReviewAboveCents: config.usageReviewAboveCents,
      usageClockAheadSeconds: config.usageClockAheadSeconds,
      priceNoticeDays: config.priceNoticeDays,
      emailLimits: config.emailLimits,
      approvedBy: config.oidc ? 'provider' : 'keys',
      paymentContext,
      hosts,
      secrets,
    },
    {
      params: c.req.param() as Record<string, string>,
      query: () => queryIn(request.url),
      body: () => readBody(c, declaration),
      repeat: idempotencyKey === null || secret === null ? null : { idempotencyKey, secret },
      requestId,
      callerRequestId: callerRequestId(request),
      validateResponses: config.validateResponses,
    },
  ).catch(refused);
}

function addressOf(c: HttpContext, { trustedProxies }: WebContext['config']): string {
  const { address = '' } = getConnInfo(c).remote;
  return clientAddress(address, c.req.header('X-Forwarded-For') ?? null, trustedProxies);
}

async function readBody(c: HttpContext, declaration: AdminCallDeclaration): Promise<unknown> {
  if (declaration.isBodyOptional && !c.req.header('Content-Type') && (await readText(c)) === '') return {};
  const eventType = [cloudEventBatchType, cloudEventType].find((type) => isOfType(c.req.raw, type));
  return declaration.takesEvents && eventType
    ? usageOfEvents(await readJson(c, declaration, eventType), eventType === cloudEventBatchType)
    : readJson(c, declaration);
}
