import type { CallDeclaration } from '#contract/declaration.ts';
import type { AnsweredFile } from '#server/routes/handler.ts';
import type { Log } from '#server/log.ts';
import { isUnavailable } from '#server/store/database-error.ts';
import { failureBody, PlatformError } from './platform-error.ts';
import { troublePage } from './trouble-page.ts';

/** A database that is started anew or replaced is back after some moments. */
const comesBackInSeconds = 5;

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

/** Who asks for what failed, for an answer that they can read. */
interface Asked {
  readonly requestId: string;
  /** Where a person looks at the answer and no program: where trying again leads, empty for the same address. */
  readonly again?: '' | '/' | undefined;
}

/** The one place where a failure becomes an answer. Whatever is not ours to tell is logged and told as a plain 500, or 503. */
export function failureResponse(error: unknown, { requestId, again }: Asked, log: Log): Response {
  if (error instanceof PlatformError) return jsonResponse(failureBody(error, requestId), error.status, error.headers);
  log.error({ err: error, requestId }, 'a request failed');
  const failure = isUnavailable(error) ? withoutDatabase() : unexpected();
  if (again !== undefined) return troublePage(failure, requestId, again);
  return jsonResponse(failureBody(failure, requestId), failure.status, failure.headers);
}

const unexpected = (): PlatformError => new PlatformError('internal_error', 'Something went wrong on our side. Try again in a moment.');

const withoutDatabase = (): PlatformError =>
  new PlatformError('database_unavailable', 'The platform can’t read or write its data just now. Try again in a moment.', {
    headers: { 'Retry-After': String(comesBackInSeconds) },
  });

export const methodNotAllowed = (allowed: readonly string[]): PlatformError =>
  new PlatformError('method_not_allowed', `This address answers ${allowed.join(', ')}`, {
    headers: { Allow: allowed.join(', ') },
    fields: [{ path: 'method', message: `must be ${allowed.join(' or ')}` }],
  });
