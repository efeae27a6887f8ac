import { DrizzleQueryError } from 'drizzle-orm';

/** The reason that a database or its driver gives, without the statement that it is wrapped with. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message || 'no connection';
}

/** The code that a database or its driver gives, without any word of the statement; null for an error of another kind. */
export function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : databaseCode(error.cause);
}

/** What a system says of an address where no database answers. */
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

/**
 * What PostgreSQL says where the connection is of no more use: it is lost (08), the server is stopping or starting (57P), or takes no
 * writes (25006), as a leader that has become a standby.
 */
const lostState = /^(08|57P)|^25006$/;

/** Its disk, memory or connections are used up (53), or it accepts no connections (55000, 3D000): asking again at once is of no use. */
const usedUp = /^53|^(55000|3D000)$/;

/** What the driver says without a code when a connection breaks. */
const lost = /^Connection terminated|^Client has encountered a connection error|^Client was closed and is not queryable/;
/** The same when none is made in time. */
const late = /^timeout exceeded when trying to connect/;

const anyCause = (error: unknown, holds: (error: Error, code: string) => boolean): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return holds(error, typeof code === 'string' ? code : '') || anyCause(error.cause, holds);
};

/** Whether a failure means that the connection is of no more use: another one may do, such as one to the new leader. */
export const isConnectionLost = (error: unknown): boolean =>
  anyCause(error, ({ message }, code) => unreachable.has(code) || lostState.test(code) || lost.test(message));

/** Whether the database has undone a transaction because of another one: the same again may pass. */
export const isConflict = (error: unknown): boolean => anyCause(error, (_, code) => code === '40001' || code === '40P01');

/**
 * Whether a failure means that the database can't be asked now, and not that something is wrong with what it was asked. What was
 * under way may have been committed nevertheless.
 */
export const isUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || anyCause(error, ({ message }, code) => usedUp.test(code) || late.test(message));

/** Errors of making a connection, which no statement is wrapped around. */
const ofConnecting = new WeakSet<Error>();

/** Marks an error that the pool has thrown instead of a connection. */
export function markOfPool(error: unknown): void {
  if (error instanceof Error) ofConnecting.add(error);
}

/**
 * The same, and the error comes from the database: a connection to another service, or to a client, can be lost with the same codes.
 * PostgreSQL's own codes come from nowhere else.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  anyCause(error, (_, code) => lostState.test(code) || usedUp.test(code)) ||
  (isUnavailable(error) &&
    anyCause(error, (one) => one instanceof DrizzleQueryError || one instanceof UnknownOutcome || ofConnecting.has(one)));

/** The connection was lost while something was committed, and no answer says whether it was. The next read does. */
export class UnknownOutcome extends Error {
  /** What PostgreSQL calls it: transaction resolution unknown. */
  readonly code = '08007';

  constructor(cause: unknown) {
    super('The connection was lost during a commit; what was written may be there', { cause });
  }
}
