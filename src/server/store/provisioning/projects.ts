import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { pricesOfBegunCycle } from '#server/store/books/price-book-pinning.ts';
import { bookById } from '#server/store/price-books.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { projectAddons, projectReplicas, projects } from '#server/database/tables/projects.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { resourceSpans } from '#server/database/tables/usage.ts';
import type { Span } from '#server/store/resources.ts';

export type ProjectRecord = typeof projects.$inferSelect;
export type ReplicaRecord = typeof projectReplicas.$inferSelect;
export type AddonRecord = Pick<typeof projectAddons.$inferSelect, 'type' | 'variant'>;

export async function projectByRef(db: Database, ref: string): Promise<ProjectRecord | null> {
  const [row] = await db.select().from(projects).where(eq(projects.ref, ref));
  return row ?? null;
}

export async function replicaByRef(db: Database, ref: string): Promise<ReplicaRecord | null> {
  const [row] = await db.select().from(projectReplicas).where(eq(projectReplicas.ref, ref));
  return row ?? null;
}

export type ProjectPlace = Pick<ProjectRecord, 'organizationId' | 'id'>;

export async function refOfProject(db: Database, { organizationId, id }: ProjectPlace): Promise<string | null> {
  const [row] = await db
    .select({ ref: projects.ref })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.id, id)));
  return row?.ref ?? null;
}

export async function projectsToShow(db: Database, organizationId: number) {
  const shownProjects = await db
    .select()
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), isNull(projects.removedAt)))
    .orderBy(asc(projects.createdAt), asc(projects.id));
  const replicas = await db
    .select()
    .from(projectReplicas)
    .where(and(eq(projectReplicas.organizationId, organizationId), isNull(projectReplicas.removedAt)))
    .orderBy(asc(projectReplicas.createdAt), asc(projectReplicas.ref));
  const addons = await db
    .select({ projectId: projectAddons.projectId, type: projectAddons.type, variant: projectAddons.variant })
    .from(projectAddons)
    .where(eq(projectAddons.organizationId, organizationId))
    .orderBy(asc(projectAddons.type));
  return { projects: shownProjects, replicas, addons };
}

const addonsAt = ({ organizationId, id }: ProjectPlace) =>
  and(eq(projectAddons.organizationId, organizationId), eq(projectAddons.projectId, id));

export const addonsOfProject = (db: Database, project: ProjectPlace): Promise<AddonRecord[]> =>
  db
    .select({ type: projectAddons.type, variant: projectAddons.variant })
    .from(projectAddons)
    .where(addonsAt(project))
    .orderBy(asc(projectAddons.type));

export async function saveProject(tx: Database, row: typeof projects.$inferInsert): Promise<ProjectRecord> {
  const { ref, organizationId, createdAt: _, ...changed } = row;
  const [inserted] = await tx.insert(projects).values(row).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const [saved] = await tx
    .update(projects)
    .set(changed)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.ref, ref)))
    .returning();
  if (!saved) throw new Error('The project was not saved');
  return saved;
}

export async function saveReplica(tx: Database, row: typeof projectReplicas.$inferInsert): Promise<ReplicaRecord> {
  const { ref, organizationId, projectId: _, createdAt: __, ...changed } = row;
  const [inserted] = await tx.insert(projectReplicas).values(row).onConflictDoNothing().returning();
  if (inserted) return inserted;
  const [saved] = await tx
    .update(projectReplicas)
    .set(changed)
    .where(and(eq(projectReplicas.organizationId, organizationId), eq(projectReplicas.ref, ref)))
    .returning();
  if (!saved) throw new Error('The replica was not saved');
  return saved;
}

export async function removeReplicas(tx: Database, organizationId: number, projectIds: readonly number[], now: Date): Promise<void> {
  if (projectIds.length === 0) return;
  await tx
    .update(projectReplicas)
    .set({ removedAt: now, status: 'REMOVED' })
    .where(
      and(
        eq(projectReplicas.organizationId, organizationId),
        inArray(projectReplicas.projectId, [...projectIds]),
        isNull(projectReplicas.removedAt),
      ),
    );
}

export async function removeProjects(tx: Database, organizationId: number, now: Date): Promise<void> {
  const gone = await tx
    .update(projects)
    .set({ removedAt: now, status: 'REMOVED' })
    .where(and(eq(projects.organizationId, organizationId), isNull(projects.removedAt)))
    .returning({ id: projects.id });
  await removeReplicas(
    tx,
    organizationId,
    gone.map(({ id }) => id),
    now,
  );
}

export async function saveAddon(tx: Database, row: typeof projectAddons.$inferInsert): Promise<void> {
  const inserted = await tx.insert(projectAddons).values(row).onConflictDoNothing().returning({ type: projectAddons.type });
  if (inserted.length > 0) return;
  await tx
    .update(projectAddons)
    .set({ variant: row.variant })
    .where(and(addonsAt({ organizationId: row.organizationId, id: row.projectId }), eq(projectAddons.type, row.type)));
}

export async function deleteAddons(tx: Database, project: ProjectPlace, type?: AddonRecord['type']): Promise<void> {
  await tx.delete(projectAddons).where(and(addonsAt(project), type === undefined ? undefined : eq(projectAddons.type, type)));
}

interface OpenCycle {
  readonly startSeconds: number;
  readonly contract: ContractTerms | null;
  readonly book: PriceBook;
  readonly next: { readonly startSeconds: number; readonly contract: ContractTerms | null };
}

/**
 * Returns the cycle that is not closed. If this cycle has ended at `atSeconds`, the contract and the prices are those of the cycle after it.
 */
export async function openCycle(tx: Database, organizationId: number, atSeconds: number): Promise<OpenCycle> {
  const [row] = await tx
    .select({
      startsAt: billingPeriods.startsAt,
      endsAt: billingPeriods.endsAt,
      contract: billingPeriods.contract,
      priceBookId: billingPeriods.priceBookId,
      nextContract: subscriptions.contract,
      earlierContracts: subscriptions.earlierContracts,
    })
    .from(billingPeriods)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, billingPeriods.organizationId))
    .where(and(eq(billingPeriods.organizationId, organizationId), isNull(billingPeriods.closedAt)));
  if (!row) throw new Error(`Organization ${organizationId} has no billing period`);
  const endSeconds = secondsOf(row.endsAt);
  const { nextContract: contract, earlierContracts } = row;
  const terms =
    atSeconds < endSeconds
      ? { contract: row.contract, book: await bookById(tx, row.priceBookId) }
      : await pricesOfBegunCycle(tx, { contract, earlierContracts }, endSeconds);
  return { startSeconds: secondsOf(row.startsAt), ...terms, next: { startSeconds: endSeconds, contract } };
}

export type RunningSpan = typeof resourceSpans.$inferSelect;

/** Running spans of one resource. Without `resourceId`: running spans of a project and everything that belongs to it. */
export const runningSpans = (tx: Database, { organizationId, id }: ProjectPlace, resourceId?: string): Promise<RunningSpan[]> =>
  tx
    .select()
    .from(resourceSpans)
    .where(
      and(
        eq(resourceSpans.organizationId, organizationId),
        eq(resourceSpans.projectId, id),
        isNull(resourceSpans.untilSeconds),
        resourceId === undefined ? undefined : eq(resourceSpans.resourceId, resourceId),
      ),
    )
    .orderBy(asc(resourceSpans.id));

/** A span that starts after `atSeconds` becomes empty. */
export async function endSpans(tx: Database, organizationId: number, ids: readonly number[], atSeconds: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(resourceSpans)
    .set({ untilSeconds: sql`greatest(${resourceSpans.fromSeconds}, ${atSeconds}::bigint)` })
    .where(and(eq(resourceSpans.organizationId, organizationId), inArray(resourceSpans.id, [...ids])));
}

export async function endAllSpans(tx: Database, organizationId: number, atSeconds: number): Promise<void> {
  await tx
    .update(resourceSpans)
    .set({ untilSeconds: sql`greatest(${resourceSpans.fromSeconds}, ${atSeconds}::bigint)` })
    .where(and(eq(resourceSpans.organizationId, organizationId), isNull(resourceSpans.untilSeconds)));
}

export async function insertSpans(tx: Database, spans: readonly Span[]): Promise<void> {
  if (spans.length > 0) await tx.insert(resourceSpans).values([...spans]);
}
