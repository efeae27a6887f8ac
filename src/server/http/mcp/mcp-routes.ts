import { Hono } from 'hono';
import { readText } from '#server/http/body.ts';
import { countTokenRequest } from '#server/http/admission/token-caller.ts';
import { createCaller, rememberIdentities } from '#server/http/caller.ts';
import { credentialsOf, refuseCrossSite } from '#server/http/credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { serverCall } from '#server/http/in-process.ts';
import { requestFacts } from '#server/http/request-facts.ts';
import { methodNotAllowed } from '#server/http/respond.ts';
import { allowanceHeaders, rateLimitHeaders } from '#server/http/turns/request-allowance.ts';
import { PlatformError } from '#server/platform-error.ts';
import { isLoopback } from '#server/settings/transport-settings.ts';

export const mcpPath = '/mcp';

/**
 * Refuses requests of other sites. Without a public origin, also refuses foreign host names, which DNS rebinding could resolve to this
 * machine.
 * @throws {PlatformError} 403
 */
function refuseForeign({ raw }: { readonly raw: Request }, publicOrigin: string | null): void {
  refuseCrossSite(raw, publicOrigin);
  if (publicOrigin !== null || isLoopback(new URL(raw.url).hostname)) return;
  throw new PlatformError('cross_site_request', 'This request must come to the name of this machine', {
    fields: [{ path: 'header.Host', message: 'must be the name of this machine' }],
  });
}

async function answer(context: WebContext, c: HttpContext): Promise<Response> {
  c.set('route', 'mcp');
  refuseForeign(c.req, context.config.publicOrigin);
  const caller = c.get('caller') ?? rememberIdentities(createCaller(context, credentialsOf(c.req.raw, context.secure)));
  const token = await caller.token();
  if (!token)
    throw new PlatformError('unauthenticated', 'This address needs an organization token', { headers: { 'WWW-Authenticate': 'Bearer' } });
  c.set('tokenId', token.id);
  c.set('rateLimit', allowanceHeaders(await countTokenRequest(context.db, token)));
  const { url, method, headers } = c.req.raw;
  const request = new Request(url, { method, headers, body: await readText(c) });
  // Loaded on demand, because most processes receive no message and the SDK uses several MB of memory.
  const { answerMcpMessage } = await import('./mcp-server.ts');
  return answerMcpMessage(request, serverCall(context, caller, requestFacts(context.config, c)), token);
}

/** Serves the Model Context Protocol over streamable HTTP: one POST per message, without sessions and streams. */
export function mcpRoutes(context: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.use(mcpPath, rateLimitHeaders);
  app.post(mcpPath, (c) => answer(context, c));
  app.all(mcpPath, () => {
    throw methodNotAllowed(['POST']);
  });
  return app;
}
