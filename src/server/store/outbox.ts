import { and, asc, eq, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { outbox, type WorkKind } from '#server/database/tables/gateway-work.ts';

export type Work = typeof outbox.$inferSelect;

const at = ({ organizationId, id }: Pick<Work, 'organizationId' | 'id'>) =>
  and(eq(outbox.organizationId, organizationId), eq(outbox.id, id));

const anyTime = new Date(0);

interface NamedWork {
  readonly organizationId: number;
  readonly kind: WorkKind;
  readonly subject: string;
  readonly details?: Record<string, string | number>;
}

interface NewWork extends NamedWork {
  /** Earliest real time. If absent, the work is due immediately. */
  readonly runAfter?: Date;
}

/**
 * Adds work. If equal work is pending, increases the generation of the pending work. A running attempt may have used old data, so the work
 * stays pending after this attempt.
 */
export async function addWork(tx: Database, { runAfter = anyTime, ...work }: NewWork): Promise<void> {
  // If the pending work ends between the two statements, the insert is repeated.
  for (let tries = 0; tries < 10; tries += 1) {
    const row = { ...work, runAfter };
    const added = await tx.insert(outbox).values(row).onConflictDoNothing().returning({ id: outbox.id });
    if (added.length > 0) return;
    const again = await tx
      .update(outbox)
      .set({
        generation: sql`${outbox.generation} + 1`,
        // Keeps the end of a running lease. An earlier time would start a concurrent run, and the run that ends last could send old data.
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

export async function addDeadWork(tx: Database, { lastError, at, ...work }: NamedWork & { lastError: string; at: Date }): Promise<void> {
  await tx.insert(outbox).values({ ...work, state: 'dead', runAfter: at, lastError });
}

interface SettledPayment {
  readonly organizationId: number;
  readonly paymentId: string;
  readonly amountCents: number;
}

/** Sets dead work for a gateway payment to `done`. If the work is for an amount above the settled amount, it stays dead. */
export async function settleDeadWork(
  db: Database,
  kind: WorkKind,
  { organizationId, paymentId, amountCents }: SettledPayment,
): Promise<void> {
  const isAbout = or(eq(outbox.subject, paymentId), sql`${outbox.details} ->> 'intent' = ${paymentId}`);
  const isCovered = sql`(${outbox.details} ->> 'amount_cents')::bigint <= ${amountCents}`;
  await db
    .update(outbox)
    .set({ state: 'done', lastError: null })
    .where(and(eq(outbox.organizationId, organizationId), eq(outbox.kind, kind), eq(outbox.state, 'dead'), isAbout, isCovered));
}

export async function waitingSubjects(db: Database, organizationId: number, kind: WorkKind): Promise<Set<string>> {
  const rows = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.organizationId, organizationId), eq(outbox.kind, kind), eq(outbox.state, 'pending')));
  return new Set(rows.map(({ subject }) => subject));
}

/** Lease of work. The lease ends at `until`, or earlier when the process ends. */
export interface Hold {
  readonly until: Date;
  readonly by: string;
}

/**
 * Leases due work. When a lease expires, another process can take the work.
 * @param now real time
 * @param organizationId if absent, takes work of all organizations
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
    const takenWork: Work[] = [];
    for (const one of due) {
      const [row] = await tx
        .update(outbox)
        .set({ runAfter: until, heldBy: by, attempts: sql`${outbox.attempts} + 1`, takenGeneration: sql`${outbox.generation}` })
        .where(at(one))
        .returning();
      if (row) takenWork.push(row);
    }
    return takenWork;
  });
}

/** SQL condition: the run still has the lease. `attempts` identifies the lease, because each lease increments `attempts`. */
const underLease = (work: Work) => and(at(work), eq(outbox.attempts, work.attempts), eq(outbox.state, 'pending'));

/** If the same work was added during the run, it is due again immediately. */
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

/** Ends a run. If its lease has expired, adds the work again, because another run may already have sent newer data than this run. */
async function endRun(db: Database, work: Work, end: { state: Work['state']; runAfter: Date; lastError: string | null }): Promise<void> {
  const ended = await db.update(outbox).set(unlessAdded(work, end)).where(underLease(work)).returning({ id: outbox.id });
  const { organizationId, kind, subject, details } = work;
  if (ended.length === 0) await addWork(db, { organizationId, kind, subject, details });
}

export const finishWork = (db: Database, work: Work): Promise<void> =>
  endRun(db, work, { state: 'done', runAfter: work.runAfter, lastError: null });

export const delayWork = (db: Database, work: Work, runAfter: Date, lastError: string): Promise<void> =>
  endRun(db, work, { state: 'pending', runAfter, lastError });

export const markWorkDead = (db: Database, work: Work, lastError: string): Promise<void> =>
  endRun(db, work, { state: 'dead', runAfter: work.runAfter, lastError });
