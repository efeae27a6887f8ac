import { hash } from 'node:crypto';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { CallDeclaration } from '#contract/declaration.ts';
import { jsonTextResponse } from './respond.ts';

/** Whether a response gets an ETag. Files get no ETag, because computing it would need the whole streamed content. */
export const isCacheable = ({ method, acts, holdsSecret, file, alsoFile }: CallDeclaration): boolean =>
  method === 'GET' && acts !== true && holdsSecret !== true && file === undefined && alsoFile === undefined;

export const etagMiddleware = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, 'X-Total-Count', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'],
});

/** The ETag is weak, because compression changes the bytes. Hono's middleware is not used, because it would read the response again. */
export function taggedResponse(data: unknown, headers: Readonly<Record<string, string>>): Response {
  const text = JSON.stringify(data);
  const tag = `W/"${hash('sha256', text + JSON.stringify(headers), 'base64url').slice(0, 22)}"`;
  return jsonTextResponse(text, 200, { ...headers, ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization' });
}
