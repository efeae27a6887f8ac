import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { outbox, type WorkKind } from '#server/database/tables/gateway-work.ts';

export type Work = typeof outbox.$inferSelect;

const at = ({ organizationId, id }: Pick<Work, 'organizationId' | 'id'>) =>
  and(eq(outbox.organizationId, organizationId), eq(outbox.id, id));

/** Due at once. */
const anyTime = new Date(0);

interface NamedWork {
  readonly organizationId: number;
  readonly kind: WorkKind;
  readonly subject: string;
  readonly details?: Record<string, string | number>;
}

interface NewWork extends NamedWork {
  /** Not before this real time; at once where absent. */
  readonly runAfter?: Date;
}

/**
 * Queues work for the gateway. Pending work of this kind on this subject is coalesced: its generation grows, so that a run in
 * progress, which may use old facts, leaves it pending for another run.
 */
export async function addWork(tx: Database, { runAfter = anyTime, ...work }: NewWork): Promise<void> {
  // Pending work may be done between the two statements; then it is added once more.
  for (let tries = 0; tries < 10; tries += 1) {
    const row = { ...work, runAfter };
    const added = await tx.insert(outbox).values(row).onConflictDoNothing().returning({ id: outbox.id });
    if (added.length > 0) return;
    const again = await tx
      .update(outbox)
      .set({
        generation: sql`${outbox.generation} + 1`,
        // A lease is kept: two runs at once could tell the gateway the old facts last.
        runAfter: sql`case when ${outbox.takenGeneration} is null then least(${outbox.runAfter}, ${runAfter.toISOString()}::timestamptz) else ${outbox.runAfter} end`,
      })
      .where(
        and(
          eq(outbox.organizationId, work.organizationId),
          eq(outbox.kind, work.kind),
          eq(outbox.subject, work.subject),
          eq(outbox.state, 'pending'),
        ),
      )
      .returning({ id: outbox.id });
    if (again.length > 0) return;
  }
  throw new Error(`Work ${work.kind} of ${work.subject} can't be added`);
}

/** Queues work that the gateway could not carry out: an operator handles it from the start. */
export async function addDeadWork(tx: Database, { lastError, at, ...work }: NamedWork & { lastError: string; at: Date }): Promise<void> {
  await tx.insert(outbox).values({ ...work, state: 'dead', runAfter: at, lastError });
}

/** An operator has settled what was about so much money, or less. */
export async function settleDeadWork(db: Database, kind: WorkKind, subject: string, amountCents: number): Promise<void> {
  const isCovered = sql`(${outbox.details} ->> 'amount_cents')::bigint <= ${amountCents}`;
  await db
    .update(outbox)
    .set({ state: 'done', lastError: null })
    .where(and(eq(outbox.kind, kind), eq(outbox.subject, subject), eq(outbox.state, 'dead'), isCovered));
}

/** What work of a kind is about that still waits, or is being done. */
export async function waitingSubjects(db: Database, organizationId: number, kind: WorkKind): Promise<Set<string>> {
  const rows = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.organizationId, organizationId), eq(outbox.kind, kind), eq(outbox.state, 'pending')));
  return new Set(rows.map(({ subject }) => subject));
}

/** How work is taken: until when at most, and by which process, with whose end the hold ends as well. */
export interface Hold {
  readonly until: Date;
  readonly by: string;
}

/**
 * Takes work that is due, under a lease: if this process dies, another takes it when the lease has ended.
 * @param now real time
 * @param organizationId of this organization only; of all where absent
 */
export async function takeWork(db: Database, now: Date, { until, by }: Hold, limit: number, organizationId?: number): Promise<Work[]> {
  const isOf = organizationId === undefined ? undefined : eq(outbox.organizationId, organizationId);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ organizationId: outbox.organizationId, id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.state, 'pending'), lte(outbox.runAfter, now), isOf))
      .orderBy(asc(outbox.runAfter), asc(outbox.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    const taken: Work[] = [];
    for (const one of due) {
      const [row] = await tx
        .update(outbox)
        .set({ runAfter: until, heldBy: by, attempts: sql`${outbox.attempts} + 1`, takenGeneration: sql`${outbox.generation}` })
        .where(at(one))
        .returning();
      if (row) taken.push(row);
    }
    return taken;
  });
}

/** Every taking counts as an attempt, so the count names the lease. */
const underLease = (work: Work) => and(at(work), eq(outbox.attempts, work.attempts), eq(outbox.state, 'pending'));

/** What stays as it is unless somebody added the same work during the run: then it is due again at once. */
const unlessAdded = (work: Work, otherwise: { state: Work['state']; runAfter: Date; lastError: string | null }) => {
  const isSame = sql`${outbox.generation} = ${work.generation}`;
  return {
    state: sql`case when ${isSame} then ${otherwise.state} else 'pending' end`,
    runAfter: sql`case when ${isSame} then ${otherwise.runAfter.toISOString()}::timestamptz else ${anyTime.toISOString()}::timestamptz end`,
    lastError: otherwise.lastError,
    takenGeneration: null,
    heldBy: null,
  };
};

/**
 * Ends a run. One that outlived its lease may have told the gateway old facts after another run told it the new ones: the work is
 * added again.
 */
async function endRun(db: Database, work: Work, end: { state: Work['state']; runAfter: Date; lastError: string | null }): Promise<void> {
  const ended = await db.update(outbox).set(unlessAdded(work, end)).where(underLease(work)).returning({ id: outbox.id });
  const { organizationId, kind, subject, details } = work;
  if (ended.length === 0) await addWork(db, { organizationId, kind, subject, details });
}

/** The gateway has been told. Work that was added again during the run stays pending. */
export const finishWork = (db: Database, work: Work): Promise<void> =>
  endRun(db, work, { state: 'done', runAfter: work.runAfter, lastError: null });

/** The gateway could not be told now. */
export const delayWork = (db: Database, work: Work, runAfter: Date, lastError: string): Promise<void> =>
  endRun(db, work, { state: 'pending', runAfter, lastError });

/** The gateway refuses it for good: an operator has to look. */
export const markWorkDead = (db: Database, work: Work, lastError: string): Promise<void> =>
  endRun(db, work, { state: 'dead', runAfter: work.runAfter, lastError });
