import { sql } from 'drizzle-orm';
import { executorOn, fetchingExecutor, jobEngine } from '#server/database/job-engine.ts';
import { rowsOf, type Database } from '#server/database/database.ts';

/** Names of the queues that a migration creates. Each job belongs to a lane of its queue; only one process at a time serves a lane. */
export type QueueName = 'gateway-events' | 'gateway-work' | 'notices' | 'webhooks' | 'schedules';

/** Tolerated clock difference between processes and the database, in milliseconds. */
export const clocksDifferMs = 1000;

export interface TakenJob {
  readonly id: string;
  readonly lane: string;
}

export async function queuesWithWork(db: Database): Promise<QueueName[]> {
  const found = await db.execute(sql`select q.name from pgboss.queue q where q.name <> 'dead-letters'
    and exists (select from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`);
  return rowsOf<{ name: QueueName }>(found).map(({ name }) => name);
}

/** Reads only the partition of the queue. */
export async function hasWork(db: Database, queue: QueueName): Promise<boolean> {
  const found = await db.execute(sql`select from pgboss.job where name = ${queue} and state < 'active' and start_after < now() limit 1`);
  return rowsOf(found).length > 0;
}

/**
 * Takes one due job from each of up to `limit` free lanes.
 * @param holder the process ID; when that process ends, its lanes become free
 */
export async function takeJobs(db: Database, queue: QueueName, holder: string, limit: number): Promise<TakenJob[]> {
  const engine = await jobEngine(db);
  const jobs = await engine.fetch(queue, { batchSize: limit, includeMetadata: true, db: fetchingExecutor(db, holder) } as never);
  return (jobs as { id: string; singletonKey: string | null }[]).map(({ id, singletonKey }) => ({ id, lane: singletonKey ?? '' }));
}

/** Returns IDs of other due jobs in a lane. Their data is already committed, so a run that starts now can complete them too. */
export async function jobsBehind(db: Database, queue: QueueName, { id, lane }: TakenJob): Promise<string[]> {
  const found = await db.execute(sql`select id from pgboss.job
    where name = ${queue} and singleton_key = ${lane} and state < 'active' and start_after < now() and id <> ${id}::uuid`);
  return rowsOf<{ id: string }>(found).map((row) => row.id);
}

/** Database triggers add the job for new work, in the same transaction. @param inSeconds the delay from now */
export async function addJob(tx: Database, queue: QueueName, lane: string, inSeconds = 0): Promise<void> {
  await tx.execute(sql`select add_job(${queue}, ${lane}, now() + ${inSeconds}::float8 * interval '1 second')`);
}

/** Deletes the jobs that a run has done. @param isUnfinished whether to add a job for the remaining work */
export async function endJobs(db: Database, queue: QueueName, lane: string, ids: string[], isUnfinished: boolean): Promise<void> {
  const engine = await jobEngine(db);
  await db.transaction(async (tx) => {
    if (isUnfinished) await addJob(tx, queue, lane);
    await engine.deleteJob(queue, ids, { db: executorOn(tx) });
  });
}

/** Completes a scheduled job. The job is kept for a while, so that the schedule does not run twice in an interval. */
export async function endScheduledJob(db: Database, id: string): Promise<void> {
  await (await jobEngine(db)).complete('schedules', id);
}

/** Marks a run as failed. The engine retries with backoff, then dead-letters the job. @param code error code, never a message */
export async function failJob(db: Database, queue: QueueName, id: string, code: string): Promise<void> {
  await (await jobEngine(db)).fail(queue, id, { code });
}

/** Requests a run of a schedule. The queue accepts only one request within `everySeconds`, from any process. */
export async function requestRun(db: Database, name: string, everySeconds: number): Promise<void> {
  const engine = await jobEngine(db);
  await engine.send('schedules', { queue: 'schedules', lane: name }, { singletonKey: name, singletonSeconds: everySeconds });
}

/** Requests an immediate run of a schedule. If a run is requested already, the waiting run serves both requests. */
export async function requestRunNow(db: Database, name: string): Promise<void> {
  const engine = await jobEngine(db);
  await engine.send('schedules', { queue: 'schedules', lane: name }, { singletonKey: name });
}

const freed = sql`state = 'retry', start_after = now() - interval '1 millisecond', output = null`;

export async function releaseJobs(tx: Database, holder: string): Promise<void> {
  // The due time is 1 ms ago, because the embedded database's clock advances in whole milliseconds. Jobs due now would have to wait.
  await tx.execute(sql`update pgboss.job set ${freed} where state = 'active' and output ->> 'held_by' = ${holder}`);
}

export async function releaseJobsOfOthers(db: Database, holder: string): Promise<void> {
  await db.execute(sql`update pgboss.job set ${freed} where state = 'active' and output ->> 'held_by' is distinct from ${holder}`);
}

export async function isAtWork(db: Database, queue: QueueName): Promise<boolean> {
  const found = await db.execute(sql`select exists (select from pgboss.job where name = ${queue}
    and (state = 'active' or (state < 'active' and start_after < now()))) as found`);
  return rowsOf<{ found: boolean }>(found)[0]?.found ?? false;
}

/** Shifts pending webhook jobs when the platform clock is moved, because their times follow that clock. */
export async function moveJobs(tx: Database, bySeconds: number): Promise<void> {
  await tx.execute(sql`update pgboss.job set start_after = start_after - ${bySeconds}::float8 * interval '1 second'
    where name = 'webhooks' and state < 'active'`);
}

/** Deletes the jobs of the seeding, then adds jobs for open work. Otherwise, the first start would process the whole seeded history. */
export async function forgetJobs(tx: Database): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where state < 'active'`);
  await tx.execute(sql`select add_missing_jobs()`);
}

/** Expires jobs of hung runs, archives finished jobs, and adds missing jobs for open work. */
export async function keepJobsInOrder(db: Database): Promise<void> {
  const engine = await jobEngine(db);
  await engine.expire();
  await engine.archive();
  await executorOn(db).executeSql(`delete from pgboss.archive where archived_on < now() - interval '7 days'`);
  await db.execute(sql`select add_missing_jobs()`);
}

export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly lane: string;
  readonly output: { readonly code?: string } | null;
  readonly atSeconds: number;
}

/** Jobs that failed too often to be retried automatically, oldest first. */
export async function deadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  const found = await db.execute(sql`select id::text as id, data ->> 'queue' as queue, data ->> 'lane' as lane,
      output, floor(extract(epoch from created_on))::float8 as "atSeconds"
    from pgboss.job where name = 'dead-letters' and state = 'created' order by created_on, id limit ${limit}`);
  return rowsOf<DeadLetter>(found);
}

/** Requeues the lane of a dead letter. @returns false if there is no such dead letter */
export async function retryDeadLetter(tx: Database, id: string): Promise<boolean> {
  const deleted = await tx.execute(sql`delete from pgboss.job where name = 'dead-letters' and id = ${id}::uuid and state = 'created'
    returning add_job(data ->> 'queue', data ->> 'lane', now())`);
  return rowsOf(deleted).length > 0;
}
