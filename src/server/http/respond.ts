import type { CallDeclaration } from '#contract/declaration.ts';
import type { AnsweredFile } from '#server/routes/handler.ts';
import type { Log } from '#server/log.ts';
import { failureBody, PlatformError } from './platform-error.ts';

const json = 'application/json; charset=utf-8';

export const jsonResponse = (data: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  jsonTextResponse(JSON.stringify(data), status, headers);

/** @param text JSON, written already */
export function jsonTextResponse(text: string, status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { status, headers: { 'Content-Type': json, 'Content-Length': String(Buffer.byteLength(text)), ...headers } });
}

const fileTypes = { 'application/pdf': 'application/pdf', 'text/csv': 'text/csv; charset=utf-8; header=present' } as const;

/** Whoever shows a document brings a style and an embedding of its own; nothing is fetched for it. */
const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Names of files are made here, of letters that no header has to quote. */
export function fileResponse(
  { name, disposition, body }: AnsweredFile,
  { file = 'application/pdf' }: CallDeclaration,
  isBodyless: boolean,
): Response {
  const headers = {
    'Content-Type': fileTypes[file],
    'Content-Disposition': `${disposition}; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': documentPolicy,
  };
  return new Response(isBodyless ? null : body(), { headers });
}

/** The one place where a failure becomes an answer. Whatever is not ours to tell is logged and told as a plain 500. */
export function failureResponse(error: unknown, requestId: string, log: Log): Response {
  const known = error instanceof PlatformError ? error : null;
  if (!known) log.error({ err: error, requestId }, 'a request failed');
  const failure = known ?? new PlatformError('internal_error', 'Something went wrong on our side. Try again in a moment.');
  return jsonResponse(failureBody(failure, requestId), failure.status, failure.headers);
}

export const methodNotAllowed = (allowed: readonly string[]): PlatformError =>
  new PlatformError('method_not_allowed', `This address answers ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
    fields: [{ path: 'method', message: `must be ${allowed.join(' or ')}` }],
  });
