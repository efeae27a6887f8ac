import { createHash } from 'node:crypto';
import type { CallDeclaration } from '#contract/declaration.ts';
import { jsonResponse } from './respond.ts';

/** Below one network packet nothing is gained. Characters. */
const shortest = 1400;

/** Whether the asker may keep the answer, to ask next time whether it still holds. */
export const mayBeKept = ({ method, acts, holdsSecret }: CallDeclaration): boolean =>
  method === 'GET' && acts !== true && holdsSecret !== true;

/**
 * The answer of a read with a tag of its content. Whoever names that tag in `If-None-Match` holds the answer already and
 * gets a 304 without it. The tag is weak: the same content may come compressed or plain.
 */
export function taggedResponse(request: Request, data: unknown, headers: Readonly<Record<string, string>>): Response {
  const answer = jsonResponse(data, 200, headers);
  const text = JSON.stringify(data);
  if (text.length < shortest) return answer;
  const hash = createHash('sha256').update(text).update(JSON.stringify(headers)).digest('base64url').slice(0, 22);
  const tag = `W/"${hash}"`;
  const tagHeaders = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Authorization' };
  if (isNamed(tag, request.headers.get('If-None-Match')))
    return new Response(null, { status: 304, headers: { ...headers, ...tagHeaders } });
  for (const [name, value] of Object.entries(tagHeaders)) answer.headers.set(name, value);
  return answer;
}

const isNamed = (tag: string, sent: string | null): boolean =>
  sent !== null &&
  sent
    .split(',')
    .map((named) => named.trim())
    .some((named) => named === '*' || named === tag || `W/${named}` === tag);
