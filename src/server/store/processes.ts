import { eq, sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { releaseJobs } from './background-jobs.ts';
import { processes } from '#server/database/tables/platform.ts';

/** Interval in seconds between renewals of a process's row; `lifeSeconds` is the time for which a row is valid. */
export const renewalSeconds = 5;
const lifeSeconds = 15;

const hasEnded = sql`${processes.renewedAt} <= now() - make_interval(secs => ${lifeSeconds})`;

export async function renewProcess(db: Database, id: string): Promise<void> {
  await db
    .insert(processes)
    .values({ id })
    .onConflictDoUpdate({ target: processes.id, set: { renewedAt: sql`now()` } });
}

export async function isRunning(db: Database, id: string): Promise<boolean> {
  const found = await db.execute(sql`select from ${processes} where ${processes.id} = ${id} and not (${hasEnded})`);
  return rowsOf(found).length > 0;
}

/** Ends the leases of ended processes, so that running processes can take over immediately. @returns number of ended processes */
export async function endLeasesOfEnded(db: Database): Promise<number> {
  const ended = rowsOf<{ id: string }>(await db.execute(sql`select ${processes.id} from ${processes} where ${hasEnded}`));
  for (const { id } of ended) await endLeases(db, id);
  return ended.length;
}

/** Ends the leases of work and events that match a condition. @param whose the condition, as SQL with the column `held_by` */
async function freeHeld(tx: Database, whose: SQL): Promise<void> {
  const work = sql`state = 'pending' and ${whose}`;
  const event = sql`processed_at is null and ${whose}`;
  const found = await tx.execute(sql`select exists (select from outbox where ${work}) as "hasWork",
    exists (select from gateway_events where ${event}) as "hasEvents"`);
  const [held] = rowsOf<{ hasWork: boolean; hasEvents: boolean }>(found);
  // An update without changed rows would still run the triggers that wake the queues, which takes 40 ms on the embedded database.
  if (held?.hasWork) await tx.execute(sql`update outbox set run_after = 'epoch', held_by = null where ${work}`);
  if (held?.hasEvents) await tx.execute(sql`update gateway_events set run_after = 'epoch', held_by = null where ${event}`);
}

export async function endLeases(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update idempotency_keys set locked_until = 'epoch' where state = 'in_progress' and process_id = ${id}`);
    await freeHeld(tx, sql`held_by = ${id}`);
    await releaseJobs(tx, id);
    await tx.delete(processes).where(eq(processes.id, id));
  });
}

/** Ends all leases when the only process starts. The job engine releases jobs separately. */
export async function endAllLeases(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update idempotency_keys set locked_until = 'epoch' where state = 'in_progress'`);
    await freeHeld(tx, sql`held_by is not null`);
    await tx.delete(processes);
  });
}

export async function databaseClock(db: Database): Promise<Date> {
  const [row] = rowsOf<{ ms: string }>(await db.execute(sql`select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`));
  return new Date(Number(row?.ms));
}
