import { and, asc, desc, eq, gt, lt, not, sql } from 'drizzle-orm';
import { type Database, perDatabase } from '#server/database/database.ts';
import type { Role } from '#server/domain/access.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';
import { projects } from '#server/database/tables/projects.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { auditEntries } from '#server/database/tables/audit.ts';
import { isOfInvoice } from './activity.ts';

interface AuditPlace {
  readonly before: number | null;
  readonly limit: number;
  readonly hasInvoices: boolean;
}

export const auditOf = (db: Database, organizationId: number, { before, limit, hasInvoices }: AuditPlace) =>
  db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.organizationId, organizationId),
        before === null ? undefined : lt(auditEntries.id, before),
        hasInvoices ? undefined : not(isOfInvoice),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);

export const organizationsAfter = (db: Database, after: { readonly id: number } | null, limit: number) =>
  db
    .select({ id: organizations.id, slug: organizations.slug })
    .from(organizations)
    .where(gt(organizations.id, after?.id ?? 0))
    .orderBy(asc(organizations.id))
    .limit(limit);

const fields = {
  id: organizations.id,
  slug: organizations.slug,
  name: organizations.name,
  billingEmail: organizations.billingEmail,
  billingPartner: organizations.billingPartner,
  disabledFeatures: organizations.disabledFeatures,
  optInTags: organizations.optInTags,
  restrictionStatus: organizations.restrictionStatus,
  violations: organizations.violations,
  gracePeriodEnd: organizations.gracePeriodEnd,
  plan: subscriptions.plan,
  usageBillingEnabled: subscriptions.usageBillingEnabled,
  hasOrioleProject: sql<boolean>`exists (select 1 from ${projects} where ${projects.organizationId} = ${organizations.id} and ${projects.usesOriole} and ${projects.removedAt} is null)`,
};

const statements = perDatabase((db) => ({
  one: db
    .select(fields)
    .from(organizations)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(organizations.id, sql.placeholder('organizationId')))
    .prepare('organization_by_id'),
  bySlug: db
    .select({ id: organizations.id, slug: organizations.slug })
    .from(organizations)
    .where(eq(organizations.slug, sql.placeholder('slug')))
    .prepare('organization_by_slug'),
  ofMember: db
    .select({ ...fields, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .where(eq(memberships.memberId, sql.placeholder('memberId')))
    .orderBy(asc(organizations.name), asc(organizations.id))
    .prepare('organizations_of_member'),
  rolesOfMember: db
    .select({ organizationId: organizations.id, slug: organizations.slug, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.memberId, sql.placeholder('memberId')))
    .orderBy(asc(organizations.slug))
    .prepare('roles_of_member'),
}));

export async function findOrganization(db: Database, organizationId: number) {
  const [row] = await statements(db).one.execute({ organizationId });
  if (!row) throw new Error(`Organization ${organizationId} has no subscription`);
  return row;
}

export type OrganizationRow = Awaited<ReturnType<typeof findOrganization>>;

export async function roleOf(db: Database, organizationId: number, memberId: number): Promise<Role | null> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.memberId, memberId)));
  return row?.role ?? null;
}

/** True if no billing partner manages the organization and the feature is enabled. */
export async function hasOwnInvoices(db: Database, organizationId: number): Promise<boolean> {
  const { billingPartner, disabledFeatures } = await findOrganization(db, organizationId);
  return billingPartner === null && !disabledFeatures.includes('billing:all') && !disabledFeatures.includes('billing:invoices');
}

export async function organizationBySlug(db: Database, slug: string): Promise<{ id: number; slug: string } | null> {
  const [row] = await statements(db).bySlug.execute({ slug });
  return row ?? null;
}

export async function isClosed(db: Database, organizationId: number): Promise<boolean> {
  const [row] = await db.select({ closedAt: organizations.closedAt }).from(organizations).where(eq(organizations.id, organizationId));
  return row?.closedAt !== null;
}

export const organizationsOfMember = (db: Database, memberId: number) => statements(db).ofMember.execute({ memberId });

export const rolesOfMember = (db: Database, memberId: number) => statements(db).rolesOfMember.execute({ memberId });

type Changes = Partial<Pick<typeof organizations.$inferInsert, 'name' | 'billingEmail' | 'optInTags' | 'additionalBillingEmails'>>;

export async function updateOrganization(tx: Database, organizationId: number, changes: Changes): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(organizations).set(changes).where(eq(organizations.id, organizationId));
}
