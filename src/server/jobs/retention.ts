import { stepSeconds } from '#lib/dates/calendar.ts';
import type { Clock } from '#server/clock.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import { removeExpired } from '#server/store/retention/remove-expired.ts';

/** How often one process for all looks whether a day has passed: a process that is started again each hour asks as well. */
export const retentionLookSeconds = 600;

const daySeconds = stepSeconds({ days: 1 });

interface RetentionScope {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears how many rows of a table were removed. */
  readonly count: (table: string, rows: number) => void;
}

/** Removes what has had its time, once in a day of the platform's time. One that is broken off begins again at the next look. */
export async function runRetention({ db, clock, log, count }: RetentionScope): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  const lastSeconds = await readSetting(db, 'retention_ran_at');
  if (lastSeconds !== null && nowSeconds - lastSeconds < daySeconds) return;
  const removed = await removeExpired(db, new Date(clock.nowMs()));
  for (const [table, rows] of Object.entries(removed)) count(table, rows);
  await writeSetting(db, 'retention_ran_at', nowSeconds);
  log.info({ event: 'expired_removed', removed }, 'what had its time was removed');
}
