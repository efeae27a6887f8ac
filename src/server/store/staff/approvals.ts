import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { approvalSteps, statesBefore } from '#server/domain/state-steps.ts';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { platformApprovals } from '#server/database/tables/platform-staff.ts';
import { approvals } from '#server/database/tables/staff-actions.ts';
import { refuseUnapproved } from '#server/store/books/book-checks.ts';

type OwnRow = typeof approvals.$inferSelect;
type PlatformRow = typeof platformApprovals.$inferSelect;

export type ApprovalRow = Omit<OwnRow, 'organizationId' | 'kind'> & {
  readonly kind: OwnRow['kind'] | PlatformRow['kind'];
  readonly organizationId: number | null;
  readonly slug: string | null;
};

export async function insertApproval(tx: Database, row: typeof approvals.$inferInsert): Promise<void> {
  await tx.insert(approvals).values(row);
}

export async function insertPlatformApproval(tx: Database, row: typeof platformApprovals.$inferInsert): Promise<void> {
  await tx.insert(platformApprovals).values(row);
}

export async function pendingApproval(
  tx: Database,
  { organizationId, kind, input }: Pick<OwnRow, 'organizationId' | 'kind' | 'input'>,
): Promise<string | null> {
  const isOpen = and(eq(approvals.organizationId, organizationId), eq(approvals.kind, kind), eq(approvals.state, 'pending'));
  const [row] = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(isOpen, sql`${approvals.input} = ${JSON.stringify(input)}::jsonb`))
    .limit(1);
  return row?.id ?? null;
}

export async function pendingApprovalOf(
  tx: Database,
  { organizationId, kind, subject }: Pick<OwnRow, 'organizationId' | 'kind' | 'subject'>,
): Promise<string | null> {
  const isAbout = and(eq(approvals.organizationId, organizationId), eq(approvals.kind, kind), eq(approvals.subject, subject));
  const [row] = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(isAbout, eq(approvals.state, 'pending')))
    .limit(1);
  return row?.id ?? null;
}

const withSlug = (db: Database) =>
  db
    .select({ approval: approvals, slug: organizations.slug })
    .from(approvals)
    .innerJoin(organizations, eq(organizations.id, approvals.organizationId));

const ofOrganization = ({ approval, slug }: { approval: OwnRow; slug: string }): ApprovalRow => ({ ...approval, slug });
/** For the approval of a price book, `subject` is the version of the book, and `amountCents` is the sum of its price reductions. */
const ofPlatform = (row: PlatformRow): ApprovalRow => {
  const { version, lowers_cents: cents } = row.input;
  const subject = typeof version === 'string' ? version : row.kind;
  return { ...row, organizationId: null, slug: null, subject, amountCents: typeof cents === 'number' ? cents : 0 };
};

export async function findApproval(db: Database, id: string): Promise<ApprovalRow | null> {
  const [organizationRow] = await withSlug(db).where(eq(approvals.id, id));
  if (organizationRow) return ofOrganization(organizationRow);
  const [row] = await db.select().from(platformApprovals).where(eq(platformApprovals.id, id));
  return row ? ofPlatform(row) : null;
}

/** Waits while another transaction decides the request. */
export async function lockApproval(tx: Database, id: string): Promise<void> {
  await tx.select({ id: approvals.id }).from(approvals).where(eq(approvals.id, id)).for('update');
  await tx.select({ id: platformApprovals.id }).from(platformApprovals).where(eq(platformApprovals.id, id)).for('update');
}

type Decision = Required<Pick<typeof approvals.$inferInsert, 'state' | 'decidedBy' | 'decidedAt'>>;

export async function decideApproval(
  tx: Database,
  { organizationId, id }: Pick<ApprovalRow, 'organizationId' | 'id'>,
  decision: Decision,
): Promise<void> {
  if (organizationId === null) await tx.update(platformApprovals).set(decision).where(eq(platformApprovals.id, id));
  else
    await tx
      .update(approvals)
      .set(decision)
      .where(and(eq(approvals.organizationId, organizationId), eq(approvals.id, id)));
}

const heldKinds = ['usage', 'usage_correction'] as const;

/** Withdraws the open requests of the keys, except requests about held usage. */
export async function withdrawApprovals(tx: Database, keyIds: readonly string[], decidedBy: string, decidedAt: Date): Promise<void> {
  const withdrawn = { state: 'withdrawn', decidedBy, decidedAt } as const;
  const isOpen = (table: typeof approvals | typeof platformApprovals) =>
    and(inArray(table.state, statesBefore(approvalSteps, withdrawn.state)), inArray(table.requestedBy, [...keyIds]));
  await tx
    .update(approvals)
    .set(withdrawn)
    .where(and(isOpen(approvals), notInArray(approvals.kind, [...heldKinds])));
  await tx.update(platformApprovals).set(withdrawn).where(isOpen(platformApprovals));
  await refuseUnapproved(tx);
}

interface ListFilter {
  readonly state: ApprovalRow['state'] | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export async function listApprovals(db: Database, { state, before, limit }: ListFilter): Promise<ApprovalRow[]> {
  const isListed = (table: typeof approvals | typeof platformApprovals) =>
    and(state && eq(table.state, state), before === undefined ? undefined : lt(table.place, before));
  const ofOrganizations = await withSlug(db).where(isListed(approvals)).orderBy(desc(approvals.place)).limit(limit);
  const others = await db
    .select()
    .from(platformApprovals)
    .where(isListed(platformApprovals))
    .orderBy(desc(platformApprovals.place))
    .limit(limit);
  return [...ofOrganizations.map(ofOrganization), ...others.map(ofPlatform)].toSorted((a, b) => b.place - a.place).slice(0, limit);
}
