import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { outbox, type WorkKind } from './tables/gateway-work.ts';

export type Work = typeof outbox.$inferSelect;

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

/** Writes down what the gateway is to be told. Work of this kind on this subject that still waits is not doubled, only hastened. */
export async function addWork(tx: Database, { runAfter = new Date(0), ...work }: NewWork): Promise<void> {
  await tx
    .insert(outbox)
    .values({ ...work, runAfter })
    .onConflictDoUpdate({
      target: [outbox.kind, outbox.subject],
      targetWhere: sql`${outbox.state} = 'pending'`,
      set: { runAfter: sql`least(${outbox.runAfter}, excluded.run_after)` },
    });
}

/** Writes down what the gateway has been told and could not carry out: it is an operator's from the start. */
export async function addDeadWork(tx: Database, { lastError, at, ...work }: NamedWork & { lastError: string; at: Date }): Promise<void> {
  await tx.insert(outbox).values({ ...work, state: 'dead', runAfter: at, lastError });
}

/** What work of a kind is about that still waits, or is being done. */
export async function waitingSubjects(db: Database, organizationId: number, kind: WorkKind): Promise<Set<string>> {
  const rows = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.organizationId, organizationId), eq(outbox.kind, kind), eq(outbox.state, 'pending')));
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Takes work that is due, for a while: if this process dies, another takes it afterwards.
 * @param now real time
 */
export async function takeWork(db: Database, now: Date, heldUntil: Date, limit: number): Promise<Work[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.state, 'pending'), lte(outbox.runAfter, now)))
      .orderBy(asc(outbox.runAfter), asc(outbox.id))
      .limit(limit)
      .for('update', { skipLocked: true });
    const taken: Work[] = [];
    for (const { id } of due) {
      const [row] = await tx
        .update(outbox)
        .set({ runAfter: heldUntil, attempts: sql`${outbox.attempts} + 1` })
        .where(eq(outbox.id, id))
        .returning();
      if (row) taken.push(row);
    }
    return taken;
  });
}

export async function finishWork(db: Database, id: number): Promise<void> {
  await db.update(outbox).set({ state: 'done', lastError: null }).where(eq(outbox.id, id));
}

export async function putOffWork(db: Database, id: number, runAfter: Date, lastError: string): Promise<void> {
  await db.update(outbox).set({ runAfter, lastError }).where(eq(outbox.id, id));
}

export async function buryWork(db: Database, id: number, lastError: string): Promise<void> {
  await db.update(outbox).set({ state: 'dead', lastError }).where(eq(outbox.id, id));
}

export async function deleteDoneWork(db: Database, before: Date): Promise<void> {
  await db.delete(outbox).where(and(eq(outbox.state, 'done'), lte(outbox.runAfter, before)));
}
