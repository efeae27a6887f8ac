import { StartError } from '#server/start/start-error.ts';

const reasons: Readonly<Record<string, string>> = {
  '42501': 'its role lacks a right',
  '3F000': 'its role may use no schema',
  '25006': 'nothing may be written there, as on a standby',
  '53100': 'its disk is full',
};

/** The message contains the database address without credentials. */
export function unusableDatabase(url: string, reason: string, cause: unknown): StartError {
  const { hostname, port } = new URL(url);
  return new StartError(`PostgreSQL at ${hostname}:${port || '5432'} (DATABASE_URL) can't be used: ${reason}.`, { cause });
}

export function asUnusable(url: string, error: unknown): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    const reason = reasons[String((each as { code?: unknown }).code)];
    if (reason !== undefined)
      return unusableDatabase(url, `${reason} (${each.message}); the platform creates, reads and writes tables of its own in it`, error);
  }
  return error;
}
