import { and, desc, eq, gt } from 'drizzle-orm';
import { changeSteps, isFinal, requireMove, type ChangeFailure, type ChangeState } from '#server/domain/state-steps.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';

export type ChangeRow = typeof changes.$inferSelect;

type ChangePlace = Pick<ChangeRow, 'organizationId' | 'id'>;

const at = ({ organizationId, id }: ChangePlace) => and(eq(changes.organizationId, organizationId), eq(changes.id, id));

export async function insertChange(tx: Database, change: typeof changes.$inferInsert): Promise<ChangeRow> {
  const [row] = await tx.insert(changes).values(change).returning();
  if (!row) throw new Error('The change was not written');
  return row;
}

export async function findChange(db: Database, place: ChangePlace): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(at(place));
  return row ?? null;
}

export async function lockChange(tx: Database, place: ChangePlace): Promise<ChangeRow | null> {
  const [row] = await tx.select().from(changes).where(at(place)).for('update');
  return row ?? null;
}

const inState = (organizationId: number, state: ChangeState) => and(eq(changes.organizationId, organizationId), eq(changes.state, state));

/** While a plan change has a pending payment, no other change of plan or cycle is allowed. */
export async function openChange(db: Database, organizationId: number): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(inState(organizationId, 'open'));
  return row ?? null;
}

export async function scheduledChange(db: Database, organizationId: number): Promise<ChangeRow | null> {
  const [row] = await db.select().from(changes).where(inState(organizationId, 'scheduled'));
  return row ?? null;
}

/** @throws {DomainError} if the state table has no such transition */
export async function moveChange(
  tx: Database,
  change: ChangePlace & Pick<ChangeRow, 'state'>,
  state: ChangeState,
  now: Date,
): Promise<void> {
  requireMove(changeSteps, change.state, state);
  await tx
    .update(changes)
    .set({ state, settledAt: isFinal(changeSteps, state) ? now : null })
    .where(at(change));
}

export async function linkInvoices(
  tx: Database,
  place: ChangePlace,
  brought: Partial<Pick<ChangeRow, 'fromInvoiceId' | 'invoiceId' | 'usageInvoiceId'>>,
): Promise<void> {
  await tx.update(changes).set(brought).where(at(place));
}

/** Times of the latest applied changes that count for the daily limit, newest first, in seconds since 1970. */
export async function appliedSince(db: Database, organizationId: number, afterSeconds: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ at: changes.settledAt })
    .from(changes)
    .where(and(inState(organizationId, 'applied'), eq(changes.countsForLimit, true), gt(changes.settledAt, instantOf(afterSeconds))))
    .orderBy(desc(changes.settledAt))
    .limit(most);
  return rows.flatMap(({ at }) => (at === null ? [] : [Math.ceil(at.getTime() / 1000)]));
}

/** The change can no longer be applied, so its payment is refunded. */
export async function failPaidChange(tx: Database, change: ChangeRow, failureReason: ChangeFailure, now: Date): Promise<void> {
  requireMove(changeSteps, change.state, 'failed');
  await tx.update(changes).set({ state: 'failed', failureReason, settledAt: now }).where(at(change));
}

/** Stores the value of unused time that is withheld while its payment is disputed. This value becomes credit when the dispute is closed. */
export async function recordWithheldCents(tx: Database, place: ChangePlace, withheldCents: number): Promise<void> {
  await tx.update(changes).set({ withheldCents }).where(at(place));
}

export async function finishScheduledChange(tx: Database, organizationId: number, now: Date): Promise<void> {
  await tx.update(changes).set({ state: 'applied', settledAt: now, countsForLimit: false }).where(inState(organizationId, 'scheduled'));
}
