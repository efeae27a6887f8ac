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
 * What PostgreSQL says of itself: the connection is lost (08), its disk, memory or connections are used up (53), it is stopping
 * or starting (57P), it accepts no connections (55000, 3D000), or no writes (25006), as a standby does.
 */
const inNoState = /^(08|53|57P)|^(55000|3D000|25006)$/;

/** What the driver says without a code: when a connection breaks or is not made in time. */
const lost = /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/;

/**
 * Whether a failure means that the database can't be asked now, and not that something is wrong with what it was asked. What was
 * under way may have been committed nevertheless.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    unreachable.has(code) || (typeof code === 'string' && inNoState.test(code)) || lost.test(error.message) || isUnavailable(error.cause)
  );
}
