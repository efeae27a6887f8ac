import { StartError } from '#server/start-error.ts';

/** Why a PostgreSQL that answers is of no use as it is, by its own codes; each in words for who started the program. */
const reasons: Readonly<Record<string, string>> = {
  '42501': 'its role lacks a right',
  '3F000': 'its role may use no schema',
  '25006': 'nothing may be written there, as on a standby',
  '53100': 'its disk is full',
};

/** What is told of a database that can't be worked with. Its address is named without user and password. */
export function unusable(url: string, reason: string, cause: unknown): StartError {
  const { hostname, port } = new URL(url);
  return new StartError(`PostgreSQL at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`, { cause });
}

/** The same for a failure of which it is not known yet whether the database is the reason; every other one is handed back as it is. */
export function asUnusable(url: string, error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    const reason = reasons[String((each as { code?: unknown }).code)];
    if (reason !== undefined)
      return unusable(url, `${reason} (${each.message}); the platform creates, reads and writes tables of its own in it`, error);
  }
  return error;
}
