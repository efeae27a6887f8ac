import { DrizzleQueryError } from 'drizzle-orm';

/** Returns the message of the database or its driver. Omits the SQL statement that Drizzle adds to the message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || 'no connection';
}

export function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : databaseCode(error.cause);
}

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

/** PostgreSQL error codes of a lost connection: broken (08), server stopping or starting (57P), or read-only after a failover (25006). */
const lostState = /^(08|57P)|^25006$/;

/**
 * PostgreSQL error codes after which a retry fails too: resources are used up (53), or the database is missing or accepts no connections.
 */
const usedUp = /^53|^(55000|3D000)$/;

/** Messages of the driver for a broken connection without an error code. */
const lost = /^Connection terminated|^Client has encountered a connection error|^Client was closed and is not queryable/;
const late = /^timeout exceeded when trying to connect/;

const anyCause = (error: unknown, holds: (error: Error, code: string) => boolean): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return holds(error, typeof code === 'string' ? code : '') || anyCause(error.cause, holds);
};

/** Whether the connection is lost. A new connection, for example to a new leader, may work. */
export const isConnectionLost = (error: unknown): boolean =>
  anyCause(error, ({ message }, code) => unreachable.has(code) || lostState.test(code) || lost.test(message));

/** Whether a conflict with another transaction caused a rollback, so that a retry may succeed. */
export const isConflict = (error: unknown): boolean => anyCause(error, (_, code) => code === '40001' || code === '40P01');

/** Whether the statement failed because the database is unavailable. The transaction may nevertheless be committed. */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || anyCause(error, ({ message }, code) => usedUp.test(code) || late.test(message));

/** Errors that occurred while a connection was opened. Drizzle does not wrap these errors, so this set marks them as database errors. */
const ofConnecting = new WeakSet<Error>();

/** Marks an error that the pool threw instead of returning a connection. */
export function markOfPool(error: unknown): void {
  if (error instanceof Error) ofConnecting.add(error);
}

/** Whether an error means that the database is unavailable. Errors of other services can have the same driver codes, but do not count. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  anyCause(error, (_, code) => lostState.test(code) || usedUp.test(code)) ||
  (isUnavailable(error) &&
    anyCause(error, (one) => one instanceof DrizzleQueryError || one instanceof UnknownOutcome || ofConnecting.has(one)));

/** The connection was lost during a commit, so the outcome of the transaction is unknown until the next read. */
export class UnknownOutcome extends Error {
  /** PostgreSQL's error code for "transaction resolution unknown". */
  readonly code = '08007';

  constructor(cause: unknown) {
    super('The connection was lost during a commit; what was written may be there', { cause });
  }
}
