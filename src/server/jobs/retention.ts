import { stepSeconds } from '#lib/dates/calendar.ts';
import type { Clock } from '#server/clock.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/tracing/log.ts';
import { removeExpired } from '#server/store/retention/remove-expired.ts';

/** Interval in seconds at which each process checks whether the daily run is due. It is short, because some processes live only briefly. */
export const retentionLookSeconds = 600;

const daySeconds = stepSeconds({ days: 1 });

interface RetentionScope {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly count: (table: string, rows: number) => void;
}

/** Deletes expired rows once per day of platform time. If a run is interrupted, the next check repeats it. */
export async function runRetention({ db, clock, log, count }: RetentionScope): Promise<void> {
  const nowSeconds = clock.nowSeconds();
  const lastSeconds = await readSetting(db, 'retention_ran_at');
  if (lastSeconds !== null && nowSeconds - lastSeconds < daySeconds) return;
  const removed = await removeExpired(db, new Date(clock.nowMs()));
  for (const [table, rows] of Object.entries(removed)) count(table, rows);
  await writeSetting(db, 'retention_ran_at', nowSeconds);
  log.info({ event: 'expired_removed', removed }, 'expired rows were removed');
}
