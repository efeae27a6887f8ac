import type { AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import type { CallDeclaration } from '#contract/declaration.ts';
import type { AnsweredFile } from '#server/routes/handler.ts';
import type { Log } from '#server/tracing/log.ts';
import { isDatabaseUnavailable } from '#server/database/database-error.ts';
import { failureBody, PlatformError } from '#server/platform-error.ts';
import { errorPage } from './error-page.ts';

/** Value of `Retry-After` in seconds while the database is unavailable, because a restart or failover takes seconds. */
const comesBackInSeconds = 5;

const json = 'application/json; charset=utf-8';

export const jsonResponse = (data: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  jsonTextResponse(JSON.stringify(data), status, headers);

export function jsonTextResponse(text: string, status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { status, headers: { 'Content-Type': json, 'Content-Length': String(Buffer.byteLength(text)), ...headers } });
}

const fileTypes = {
  'application/pdf': 'application/pdf',
  'application/xml': 'application/xml; charset=utf-8',
  'application/jsonl': 'application/jsonl; charset=utf-8',
  'application/zip': 'application/zip',
  'text/csv': 'text/csv; charset=utf-8; header=present',
  'text/plain': 'text/plain; charset=utf-8',
} as const;

/** Policy for documents. It allows inline styles and an embedded object, because PDF viewers of browsers add them. */
const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The file name needs no quotes or escaping, because the server generates it. */
export function fileResponse(
  { name, disposition, body, type }: AnsweredFile,
  { file = 'application/pdf' }: Pick<CallDeclaration | AdminCallDeclaration, 'method' | 'file'>,
  isBodyless: boolean,
): Response {
  const headers = {
    'Content-Type': fileTypes[type ?? file],
    'Content-Disposition': `${disposition}; filename="${name}"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': documentPolicy,
  };
  return new Response(isBodyless ? null : body(), { headers });
}

interface AnsweredRequest {
  readonly requestId: string;
  /** URL of the retry link if a browser shows the response; empty for the URL of the request. */
  readonly again?: '' | '/' | undefined;
}

/** Internal errors are logged, and the client receives a generic 500 or 503. */
export function failureResponse(error: unknown, { requestId, again }: AnsweredRequest, log: Log): Response {
  if (error instanceof PlatformError) {
    if (error.code === 'busy' && again !== undefined) return errorPage(error, requestId, again);
    return jsonResponse(failureBody(error, requestId), error.status, error.headers);
  }
  log.error({ err: error, requestId }, 'a request failed');
  const failure = isDatabaseUnavailable(error) ? withoutDatabase() : unexpected();
  if (again !== undefined) return errorPage(failure, requestId, again);
  return jsonResponse(failureBody(failure, requestId), failure.status, failure.headers);
}

const unexpected = (): PlatformError => new PlatformError('internal_error', 'Something went wrong on our side. Try again in a moment.');

const withoutDatabase = (): PlatformError =>
  new PlatformError('database_unavailable', "The platform can't read or write its data just now. Try again in a moment.", {
    headers: { 'Retry-After': String(comesBackInSeconds) },
  });

export const methodNotAllowed = (allowed: readonly string[]): PlatformError =>
  new PlatformError('method_not_allowed', `This address answers ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
    fields: [{ path: 'method', message: `must be ${allowed.join(' or ')}` }],
  });
