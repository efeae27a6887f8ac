import { bodyLimit } from 'hono/body-limit';
import type { CallDeclaration } from '#contract/declaration.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import type { HttpContext } from './environment.ts';
import { jsonFault } from '#lib/json-text.ts';

const mostBytes = 64 * 1024;

export const isOfType = (request: Request, type: string): boolean =>
  (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type;

const tooLarge = (limit: number): PlatformError =>
  new PlatformError('payload_too_large', `The request body must be at most ${limit} bytes`, {
    fields: [{ path: 'body', message: `must be at most ${limit} bytes` }],
  });

/** @throws {PlatformError} 415 for a compressed body; the message contains the encoding */
function refuseEncoding(request: Request): void {
  const encoding = request.headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new PlatformError('unsupported_media_type', `The request body must not be compressed (Content-Encoding: ${encoding})`, {
    fields: [{ path: 'header.Content-Encoding', message: `must be absent or identity, not ${encoding}` }],
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** @throws {PlatformError} 415 for a charset other than UTF-8 */
function refuseCharset(request: Request): void {
  const charset = /;\s*charset\s*=\s*"?([^";]*)"?/i
    .exec(request.headers.get('Content-Type') ?? '')?.[1]
    ?.trim()
    .toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return;
  throw new PlatformError('unsupported_media_type', 'The request body must be UTF-8', {
    fields: [{ path: 'header.Content-Type', message: 'charset must be utf-8' }],
  });
}

/** @throws {PlatformError} 415 for a compressed body or another charset, 413 as soon as the body exceeds the limit */
export async function readText(c: HttpContext, limit = mostBytes): Promise<string> {
  const onError = (): never => {
    throw tooLarge(limit);
  };
  refuseEncoding(c.req.raw);
  refuseCharset(c.req.raw);
  // Refuses a body whose declared length exceeds the limit, before it is read. The server can then drain the body and keep the connection.
  if (Number(c.req.header('Content-Length') ?? 0) > limit) onError();
  // Called here instead of as middleware, so that the body is read only after the caller is authorized.
  const read = async (): Promise<ArrayBuffer> => {
    await bodyLimit({ maxSize: limit, onError })(c, () => Promise.resolve());
    return c.req.raw.arrayBuffer();
  };
  const bytes = await read().catch((cause: unknown) => {
    // Any other failure is a lost connection.
    throw cause instanceof PlatformError ? cause : new PlatformError('client_closed_request', 'The request was interrupted', { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest([{ path: 'body', message: 'must be UTF-8 text' }]);
  }
}

export type BodyRules = Pick<CallDeclaration, 'bodyKilobytes' | 'anyNumbers' | 'judgesEntries'>;

/**
 * @throws {PlatformError} 415 for another media type; 413 for a text that is too long; 400 if the text is not JSON or if two parsers could
 * read different values
 */
export async function readJson(
  c: HttpContext,
  { bodyKilobytes, anyNumbers, judgesEntries }: BodyRules = {},
  type = 'application/json',
): Promise<unknown> {
  if (!isOfType(c.req.raw, type)) throw wrongType(type);
  const text = await readText(c, bodyKilobytes === undefined ? mostBytes : bodyKilobytes * 1024);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: 'body', message: 'must be JSON' }]);
  }
  const fault = jsonFault(text, { anyNumbers, judgesEntries });
  if (fault) throw invalidRequest([fault]);
  return value;
}

/** PostgreSQL text cannot contain NUL. @throws {PlatformError} 400 */
export function refuseNul(path: string, found: boolean): void {
  if (found) throw invalidRequest([{ path, message: 'must not contain the NUL character' }]);
}

export async function readForm(c: HttpContext): Promise<URLSearchParams> {
  if (!isOfType(c.req.raw, 'application/x-www-form-urlencoded')) throw wrongType('application/x-www-form-urlencoded');
  const fields = new URLSearchParams(await readText(c));
  for (const [name, value] of fields) refuseNul(`body.${name}`, value.includes('\0'));
  return fields;
}

export const wrongType = (type: string): PlatformError =>
  new PlatformError('unsupported_media_type', `The request body must be ${type}`, {
    fields: [{ path: 'header.Content-Type', message: `must be ${type}` }],
  });
