import { hash } from 'node:crypto';
import type { CallDeclaration } from '#contract/declaration.ts';
import { jsonTextResponse } from './respond.ts';

/** Below one network packet nothing is gained. Characters. */
const shortest = 1400;

/** Whether the asker may keep the answer, to ask next time whether it still holds. */
export const mayBeKept = ({ method, acts, holdsSecret }: CallDeclaration): boolean =>
  method === 'GET' && acts !== true && holdsSecret !== true;

/**
 * The answer of a read with a tag of its content. Whoever names that tag in `If-None-Match` holds the answer already and
 * gets a 304 without it. The tag is weak: the same content may come compressed or plain.
 * @param headers belong to the content, as its total count does
 * @param usual the headers of every answer
 */
export function taggedResponse(
  request: Request,
  data: unknown,
  headers: Readonly<Record<string, string>>,
  usual: Readonly<Record<string, string>>,
): Response {
  const text = JSON.stringify(data);
  if (text.length < shortest) return jsonTextResponse(text, 200, { ...usual, ...headers });
  const named = Object.keys(headers).length === 0 ? text : text + JSON.stringify(headers);
  const tag = `W/"${hash('sha256', named, 'base64url').slice(0, 22)}"`;
  const tagged = { ...usual, ...headers, ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization' };
  if (isNamed(tag, request.headers.get('If-None-Match'))) return new Response(null, { status: 304, headers: tagged });
  return jsonTextResponse(text, 200, tagged);
}

const isNamed = (tag: string, sent: string | null): boolean =>
  sent !== null &&
  sent
    .split(',')
    .map((named) => named.trim())
    .some((named) => named === '*' || named === tag || `W/${named}` === tag);
