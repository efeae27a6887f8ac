import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { instantOf, type Database } from '#server/database/database.ts';
import { approvalLimits } from '#server/database/tables/platform-staff.ts';
import { approvals, staffActions, type StaffActionKind } from '#server/database/tables/staff-actions.ts';

export type LimitScope = (typeof approvalLimits.$inferSelect)['scope'];
export type LimitCents = Readonly<Record<LimitScope, number>>;

/** Inserts the first limits of a database; one that has limits keeps them. */
export async function keepFirstLimits(db: Database, limits: LimitCents, nowSeconds: number): Promise<void> {
  await db.insert(approvalLimits).values(rowsOfLimits(limits, nowSeconds)).onConflictDoNothing();
}

/** Replaces the limits. */
export async function setLimits(tx: Database, limits: LimitCents, nowSeconds: number): Promise<void> {
  await tx
    .insert(approvalLimits)
    .values(rowsOfLimits(limits, nowSeconds))
    .onConflictDoUpdate({ target: approvalLimits.scope, set: { cents: sql`excluded.cents`, changedAt: sql`excluded.changed_at` } });
}

const rowsOfLimits = ({ person, organization, platform }: LimitCents, nowSeconds: number) => {
  const changedAt = instantOf(nowSeconds);
  return [
    { scope: 'person' as const, cents: person, changedAt },
    { scope: 'organization' as const, cents: organization, changedAt },
    { scope: 'platform' as const, cents: platform, changedAt },
  ] satisfies (typeof approvalLimits.$inferInsert)[];
};

const centsOf = (rows: readonly { readonly scope: LimitScope; readonly cents: number }[]): LimitCents => {
  const of = (scope: LimitScope): number => {
    const row = rows.find((each) => each.scope === scope);
    if (!row) throw new Error(`There is no approval limit of the ${scope}`);
    return row.cents;
  };
  return { person: of('person'), organization: of('organization'), platform: of('platform') };
};

export const readLimits = async (db: Database): Promise<LimitCents> => centsOf(await db.select().from(approvalLimits));

/** The limits, locked until the end of the transaction, so that two sums are never looked at at once. */
export const lockLimits = async (tx: Database): Promise<LimitCents> =>
  centsOf(await tx.select().from(approvalLimits).orderBy(approvalLimits.scope).for('update'));

interface MovedFilter {
  readonly kinds: readonly StaffActionKind[];
  /** After this instant. */
  readonly since: Date;
  /** The keys of the person. */
  readonly keyIds: readonly string[];
  readonly organizationId: number;
}

/** What staff moved since an instant: by a person, in an organization and in all. An approved sum counts for who requested it. */
export async function movedCents(db: Database, { kinds, since, keyIds, organizationId }: MovedFilter): Promise<LimitCents> {
  const sumWhere = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${staffActions.amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
  const actor = sql`coalesce(${approvals.requestedBy}, ${staffActions.keyId})`;
  const [row] = await db
    .select({
      person: sumWhere(inArray(actor, [...keyIds])),
      organization: sumWhere(sql`${staffActions.organizationId} = ${organizationId}`),
      platform: sumWhere(sql`true`),
    })
    .from(staffActions)
    .leftJoin(approvals, and(eq(approvals.organizationId, staffActions.organizationId), eq(approvals.id, staffActions.approvalId)))
    .where(and(gt(staffActions.createdAt, since), inArray(staffActions.kind, [...kinds])));
  if (!row) throw new Error('A sum has no row');
  return row;
}
