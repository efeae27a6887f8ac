import { and, eq, gt, inArray, sql, type SQLWrapper } from 'drizzle-orm';
import { sumCents } from '#lib/money.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { approvalLimits } from '#server/database/tables/platform-staff.ts';
import { correctionSums } from '#server/database/tables/held-usage.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';
import { approvals, staffActions, type StaffActionKind } from '#server/database/tables/staff-actions.ts';

export type LimitScope = (typeof approvalLimits.$inferSelect)['scope'];
export type LimitCents = Readonly<Record<LimitScope, number>>;

/** Existing limits stay unchanged. */
export async function keepFirstLimits(db: Database, limits: LimitCents, nowSeconds: number): Promise<void> {
  await db.insert(approvalLimits).values(rowsOfLimits(limits, nowSeconds)).onConflictDoNothing();
}

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

/** Locks the limits until the transaction ends, so that two requests are not checked concurrently. */
export const lockLimits = async (tx: Database): Promise<LimitCents> =>
  centsOf(await tx.select().from(approvalLimits).orderBy(approvalLimits.scope).for('update'));

interface MovedFilter {
  readonly kinds: readonly StaffActionKind[];
  /** Exclusive. */
  readonly since: Date;
  readonly keyIds: readonly string[];
  readonly organizationId: number | null;
}

/** A credit note on an unpaid invoice counts only as far as it becomes credit. */
const countedCents = sql`case when ${staffActions.kind} = 'credit_note' and ${staffActions.before} ->> 'status' <> 'paid'
  then greatest(0, ${staffActions.amountCents} - (${staffActions.before} ->> 'amount_due_cents')::bigint) else ${staffActions.amountCents} end`;

const sumsOf = (cents: SQLWrapper, isOfPerson: SQLWrapper, isOfOrganization: SQLWrapper) => {
  const sumWhere = (condition: SQLWrapper) => sql<number>`coalesce(sum(${cents}) filter (where ${condition}), 0)`.mapWith(Number);
  return { person: sumWhere(isOfPerson), organization: sumWhere(isOfOrganization), platform: sumWhere(sql`true`) };
};

/** Sum in cents. Some usage corrections needed no approval: this query sums the amounts by which they lowered bills. */
const correctedCents = (db: Database, { since, keyIds, organizationId }: MovedFilter) =>
  db
    .select(
      sumsOf(
        correctionSums.amountCents,
        inArray(correctionSums.sentBy, [...keyIds]),
        sql`${correctionSums.organizationId} = ${organizationId}::integer`,
      ),
    )
    .from(correctionSums)
    .where(gt(correctionSums.createdAt, since));

/** Query for the cents by which scheduled price books lower the bills of the replayed cycles. */
const bookCents = (db: Database, { since, keyIds }: MovedFilter) =>
  db
    .select(sumsOf(priceBooks.lowersCents, inArray(priceBooks.publishedBy, [...keyIds]), sql`false`))
    .from(priceBooks)
    .where(and(eq(priceBooks.state, 'scheduled'), gt(priceBooks.scheduledAt, since), gt(priceBooks.lowersCents, 0)));

/** Sums of moved amounts since an instant: for the person, the organization, and in total. An approved action counts for its requester. */
export async function movedCents(db: Database, filter: MovedFilter): Promise<LimitCents> {
  const { kinds, since, keyIds, organizationId } = filter;
  const actor = sql`coalesce(${approvals.requestedBy}, ${staffActions.keyId})`;
  const acts = await db
    .select(sumsOf(countedCents, inArray(actor, [...keyIds]), sql`${staffActions.organizationId} = ${organizationId}::integer`))
    .from(staffActions)
    .leftJoin(approvals, and(eq(approvals.organizationId, staffActions.organizationId), eq(approvals.id, staffActions.approvalId)))
    .where(and(gt(staffActions.createdAt, since), inArray(staffActions.kind, [...kinds])));
  const rows = [...acts, ...(await correctedCents(db, filter)), ...(await bookCents(db, filter))];
  const sumIn = (scope: LimitScope): number => sumCents(rows.map((row) => row[scope]));
  return { person: sumIn('person'), organization: sumIn('organization'), platform: sumIn('platform') };
}
