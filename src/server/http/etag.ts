import { hash } from 'node:crypto';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { CallDeclaration } from '#contract/declaration.ts';
import { jsonTextResponse } from './respond.ts';

/** Whether the client may store the answer and revalidate it later. Files are made while they are sent, and nothing may read them first. */
export const isCacheable = ({ method, acts, holdsSecret, file }: CallDeclaration): boolean =>
  method === 'GET' && acts !== true && holdsSecret !== true && file === undefined;

/** Answers a request that names the tag of the answer in `If-None-Match` with a 304 without the content. */
export const revalidated = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, 'X-Total-Count', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'],
});

/**
 * A read's answer with an ETag of its content, which is weak: the same content may come compressed or plain. Made here, since the
 * middleware would read the answer again for it, which takes longer than a quick read.
 * @param headers belong to the content, as its total count does
 */
export function taggedResponse(data: unknown, headers: Readonly<Record<string, string>>): Response {
  const text = JSON.stringify(data);
  const tag = `W/"${hash('sha256', text + JSON.stringify(headers), 'base64url').slice(0, 22)}"`;
  return jsonTextResponse(text, 200, { ...headers, ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization' });
}
