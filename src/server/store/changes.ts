import { and, eq } from 'drizzle-orm';
import type { ChangeState } from '#server/domain/change-states.ts';
import type { Database } from './database.ts';
import { changes } from './tables/changes.ts';

export type ChangeRow = typeof changes.$inferSelect;

export async function insertChange(tx: Database, change: typeof changes.$inferInsert): Promise<ChangeRow> {
  const [row] = await tx.insert(changes).values(change).returning();
  if (!row) throw new Error('The change was not written');
  return row;
}

export async function findChange(db: Database, id: string): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(eq(changes.id, id));
  return row ?? null;
}

export async function lockChange(tx: Database, id: string): Promise<ChangeRow | null> {
  const [row] = await tx.select().from(changes).where(eq(changes.id, id)).for('update');
  return row ?? null;
}

const inState = (organizationId: number, state: ChangeState) => and(eq(changes.organizationId, organizationId), eq(changes.state, state));

/** The change that waits for its payment. While there is one, neither cycle nor plan of the organization may move. */
export async function openChange(db: Database, organizationId: number): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(inState(organizationId, 'open'));
  return row ?? null;
}

export async function scheduledChange(db: Database, organizationId: number): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(inState(organizationId, 'scheduled'));
  return row ?? null;
}

/** Moves a change on; the database refuses steps that are not in its table. */
export async function moveChange(tx: Database, id: string, state: ChangeState, now: Date): Promise<void> {
  await tx
    .update(changes)
    .set({ state, settledAt: state === 'open' || state === 'scheduled' ? null : now })
    .where(eq(changes.id, id));
}

/** Notes the invoice that a change brought. */
export async function linkInvoice(tx: Database, id: string, invoiceId: string): Promise<void> {
  await tx.update(changes).set({ invoiceId }).where(eq(changes.id, id));
}

/** The end of the cycle has put the scheduled change of an organization into effect. */
export async function finishScheduledChange(tx: Database, organizationId: number, now: Date): Promise<void> {
  await tx.update(changes).set({ state: 'applied', settledAt: now }).where(inState(organizationId, 'scheduled'));
}
