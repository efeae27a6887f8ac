import { DrizzleQueryError } from 'drizzle-orm';

/** The database's or driver's message, without the statement around it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || 'no connection';
}

/** The database's or driver's error code; null for other errors. */
export function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : databaseCode(error.cause);
}

/** System errors if no database answers at an address. */
const unreachable: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** PostgreSQL states of a lost connection: broken (08), server stopping or starting (57P), or read-only after a failover (25006). */
const lostState = /^(08|57P)|^25006$/;

/** PostgreSQL states in which an immediate retry is useless: out of disk, memory or connections (53), or no connections accepted. */
const usedUp = /^53|^(55000|3D000)$/;

/** Driver messages without a code for a broken connection. */
const lost = /^Connection terminated|^Client has encountered a connection error|^Client was closed and is not queryable/;
const late = /^timeout exceeded when trying to connect/;

const anyCause = (error: unknown, holds: (error: Error, code: string) => boolean): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return holds(error, typeof code === 'string' ? code : '') || anyCause(error.cause, holds);
};

/** True if the connection is lost; another one may work, for example to a new leader. */
export const isConnectionLost = (error: unknown): boolean =>
  anyCause(error, ({ message }, code) => unreachable.has(code) || lostState.test(code) || lost.test(message));

/** True if another transaction caused a rollback, so a retry may succeed. */
export const isConflict = (error: unknown): boolean => anyCause(error, (_, code) => code === '40001' || code === '40P01');

/** True if the database is unavailable, rather than the statement wrong. The current transaction may still have been committed. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || anyCause(error, ({ message }, code) => usedUp.test(code) || late.test(message));

/** Errors of opening a connection, which have no statement around them. */
const ofConnecting = new WeakSet<Error>();

/** Marks an error that the pool threw instead of returning a connection. */
export function markOfPool(error: unknown): void {
  if (error instanceof Error) ofConnecting.add(error);
}

/** True if unavailable and the error comes from the database: other services cause the same driver codes. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  anyCause(error, (_, code) => lostState.test(code) || usedUp.test(code)) ||
  (isUnavailable(error) &&
    anyCause(error, (one) => one instanceof DrizzleQueryError || one instanceof UnknownOutcome || ofConnecting.has(one)));

/** The connection was lost during a commit, so its outcome is unknown until the next read. */
export class UnknownOutcome extends Error {
  /** PostgreSQL's code "transaction resolution unknown". */
  readonly code = '08007';

  constructor(cause: unknown) {
    super('The connection was lost during a commit; what was written may be there', { cause });
  }
}
