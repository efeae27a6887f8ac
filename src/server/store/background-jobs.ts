import { sql } from 'drizzle-orm';
import { executorOn, fetchingExecutor, jobEngine } from '#server/database/job-engine.ts';
import { rowsOf, type Database } from '#server/database/database.ts';

/** Each queue is made by a migration. A job names a lane of its queue; one process at a time serves a lane. */
export type QueueName = 'gateway-events' | 'gateway-work' | 'notices' | 'webhooks' | 'schedules';

/** Clocks of processes and of the database differ a little: what is due within this is due in a lane whose job is due. */
export const clocksDifferMs = 1000;

export interface TakenJob {
  readonly id: string;
  readonly lane: string;
}

/** Queues that have a job that is due. */
export async function queuesWithWork(db: Database): Promise<QueueName[]> {
  const found = await db.execute(sql`select q.name from pgboss.queue q where q.name <> 'dead-letters'
    and exists (select from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after < now())`);
  return rowsOf<{ name: QueueName }>(found).map(({ name }) => name);
}

/** Whether one queue has a job that is due: its jobs lie in a partition of their own, so this reads nothing of the others. */
export async function hasWork(db: Database, queue: QueueName): Promise<boolean> {
  const found = await db.execute(sql`select from pgboss.job where name = ${queue} and state < 'active' and start_after < now() limit 1`);
  return rowsOf(found).length > 0;
}

/** Takes a due job of each of so many lanes that no process serves. @param holder the process, with whose end its lanes are free */
export async function takeJobs(db: Database, queue: QueueName, holder: string, limit: number): Promise<TakenJob[]> {
  const engine = await jobEngine(db);
  const jobs = await engine.fetch(queue, { batchSize: limit, includeMetadata: true, db: fetchingExecutor(db, holder) } as never);
  return (jobs as { id: string; singletonKey: string | null }[]).map(({ id, singletonKey }) => ({ id, lane: singletonKey ?? '' }));
}

/** Other due jobs of a lane. They are committed, so a run that begins now sees the work that they stand for. */
export async function jobsBehind(db: Database, queue: QueueName, { id, lane }: TakenJob): Promise<string[]> {
  const found = await db.execute(sql`select id from pgboss.job
    where name = ${queue} and singleton_key = ${lane} and state < 'active' and start_after < now() and id <> ${id}::uuid`);
  return rowsOf<{ id: string }>(found).map((row) => row.id);
}

/** Adds a job for a lane. Facts add theirs by triggers, in the transaction of the fact. @param inSeconds from now */
export async function addJob(tx: Database, queue: QueueName, lane: string, inSeconds = 0): Promise<void> {
  await tx.execute(sql`select add_job(${queue}, ${lane}, now() + ${inSeconds}::float8 * interval '1 second')`);
}

/** The lane has been served: its jobs go. @param isUnfinished true adds another one for what is left */
export async function endJobs(db: Database, queue: QueueName, lane: string, ids: string[], isUnfinished: boolean): Promise<void> {
  const engine = await jobEngine(db);
  await db.transaction(async (tx) => {
    if (isUnfinished) await addJob(tx, queue, lane);
    await engine.deleteJob(queue, ids, { db: executorOn(tx) });
  });
}

/** The run of a schedule is over. Its job stays for a while: it keeps its place in the schedule from being taken twice. */
export async function endScheduledJob(db: Database, id: string): Promise<void> {
  await (await jobEngine(db)).complete('schedules', id);
}

/** A run has failed: the engine tries again later and later, and then puts it with the dead letters. @param code never words */
export async function failJob(db: Database, queue: QueueName, id: string, code: string): Promise<void> {
  await (await jobEngine(db)).fail(queue, id, { code });
}

/** Asks for a run of a schedule. Of all processes that ask within one stretch of so many seconds, one is heard. */
export async function requestRun(db: Database, name: string, everySeconds: number): Promise<void> {
  const engine = await jobEngine(db);
  await engine.send('schedules', { queue: 'schedules', lane: name }, { singletonKey: name, singletonSeconds: everySeconds });
}

/** Requests a run of a schedule at once. Requests that wait for the same run end with it. */
export async function requestRunNow(db: Database, name: string): Promise<void> {
  const engine = await jobEngine(db);
  await engine.send('schedules', { queue: 'schedules', lane: name }, { singletonKey: name });
}

const freed = sql`state = 'retry', start_after = now() - interval '1 millisecond', output = null`;

/** Gives free at once what a process was at that has ended. */
export async function releaseJobs(tx: Database, holder: string): Promise<void> {
  // Due is what lies before now, and the clock of the embedded database counts whole milliseconds.
  await tx.execute(sql`update pgboss.job set ${freed} where state = 'active' and output ->> 'held_by' = ${holder}`);
}

/** The same for all processes but one, which is the only one that runs. */
export async function releaseJobsOfOthers(db: Database, holder: string): Promise<void> {
  await db.execute(sql`update pgboss.job set ${freed} where state = 'active' and output ->> 'held_by' is distinct from ${holder}`);
}

/** Whether a queue has a job that is due or being done. */
export async function isAtWork(db: Database, queue: QueueName): Promise<boolean> {
  const found = await db.execute(sql`select exists (select from pgboss.job where name = ${queue}
    and (state = 'active' or (state < 'active' and start_after < now()))) as found`);
  return rowsOf<{ found: boolean }>(found)[0]?.found ?? false;
}

/** Webhooks go by the platform's clock: when it moves, what waits comes nearer. */
export async function moveJobs(tx: Database, bySeconds: number): Promise<void> {
  await tx.execute(sql`update pgboss.job set start_after = start_after - ${bySeconds}::float8 * interval '1 second'
    where name = 'webhooks' and state < 'active'`);
}

/** Seeded history is no work: only what still waits has jobs, or the first start would look through all of it. */
export async function forgetJobs(tx: Database): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where state < 'active'`);
  await tx.execute(sql`select add_missing_jobs()`);
}

/** Gives free what has been taken for too long, puts away what is over, and adds jobs for work that has none. */
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
  /** What its last run came to: a code, or null where none ended. */
  readonly output: { readonly code?: string } | null;
  readonly atSeconds: number;
}

/** Lanes that failed for so long that nothing tries them any more, the oldest first. */
export async function deadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  const found = await db.execute(sql`select id::text as id, data ->> 'queue' as queue, data ->> 'lane' as lane,
      output, floor(extract(epoch from created_on))::float8 as "atSeconds"
    from pgboss.job where name = 'dead-letters' and state = 'created' order by created_on, id limit ${limit}`);
  return rowsOf<DeadLetter>(found);
}

/** Tries a lane again from the beginning. @returns false where there is no such letter */
export async function retryDeadLetter(tx: Database, id: string): Promise<boolean> {
  const taken = await tx.execute(sql`delete from pgboss.job where name = 'dead-letters' and id = ${id}::uuid and state = 'created'
    returning add_job(data ->> 'queue', data ->> 'lane', now())`);
  return rowsOf(taken).length > 0;
}
