import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { LineKey } from '#server/domain/lines.ts';
import type { ContractHistory } from '#server/domain/rates.ts';
import { instantOf, perDatabase, type Database } from '#server/database/database.ts';
import { customers } from '#server/database/tables/customers.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';
import { discounts } from '#server/database/tables/periods.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { metadataColumn } from './operator-metadata.ts';

const epoch = (column: unknown) => sql`floor(extract(epoch from ${column}))::bigint`;

export interface DiscountTerms {
  readonly line: LineKey;
  readonly basisPoints: number | null;
  readonly amountCents: number | null;
  readonly startsAt: number;
  readonly endsAt: number | null;
}

interface StoredDiscount extends DiscountTerms {
  readonly id: number;
}

const discountsOf = sql<StoredDiscount[]>`coalesce((
  select json_agg(json_build_object('id', ${discounts.id}, 'line', ${discounts.lineKey}, 'basisPoints', ${discounts.basisPoints},
    'amountCents', ${discounts.amountCents}, 'startsAt', ${epoch(discounts.startsAt)}, 'endsAt', ${epoch(discounts.endsAt)}) order by ${discounts.id})
  from ${discounts} where ${discounts.organizationId} = ${organizations.id}
), '[]')`;

const fields = {
  id: organizations.id,
  slug: organizations.slug,
  name: organizations.name,
  billingEmail: organizations.billingEmail,
  billingPartner: organizations.billingPartner,
  disabledFeatures: organizations.disabledFeatures,
  externalId: organizations.externalId,
  createdAt: organizations.createdAt,
  updatedAt: organizations.updatedAt,
  closedAt: organizations.closedAt,
  plan: subscriptions.plan,
  usageBillingEnabled: subscriptions.usageBillingEnabled,
  paymentMethodType: subscriptions.paymentMethodType,
  contract: subscriptions.contract,
  earlierContracts: subscriptions.earlierContracts,
  currentPeriodStart: subscriptions.currentPeriodStart,
  currentPeriodEnd: subscriptions.currentPeriodEnd,
  poNumber: customers.poNumber,
  buyerReference: customers.buyerReference,
  poRequired: customers.poRequired,
  discounts: discountsOf,
  metadata: metadataColumn('organization', { organization: sql`organizations.id`, subject: sql`organizations.slug` }),
};

const provisioned = (db: Database) =>
  db
    .select(fields)
    .from(organizations)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizations.id))
    .leftJoin(customers, eq(customers.organizationId, organizations.id));

export type ProvisionedOrganization = Awaited<ReturnType<typeof provisioned>>[number];

export async function provisionedOrganization(db: Database, slug: string): Promise<ProvisionedOrganization | null> {
  const [row] = await provisioned(db).where(eq(organizations.slug, slug));
  return row ?? null;
}

interface OrganizationFilter {
  /** Last change and ID of the last organization on the previous page. */
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly changedAfter: number | null;
  readonly externalId?: string | undefined;
  readonly status?: 'open' | 'closed' | undefined;
  readonly limit: number;
}

/** Sorted by their last change. An organization that changes during paging appears again; none is missed. */
export function changedOrganizations(
  db: Database,
  { after, changedAfter, externalId, status, limit }: OrganizationFilter,
): Promise<ProvisionedOrganization[]> {
  const { updatedAt, id, closedAt } = organizations;
  return provisioned(db)
    .where(
      and(
        after ? or(gt(updatedAt, after.at), and(eq(updatedAt, after.at), gt(id, Number(after.id)))) : undefined,
        changedAfter === null ? undefined : gt(updatedAt, instantOf(changedAfter)),
        externalId === undefined ? undefined : eq(organizations.externalId, externalId),
        status === undefined ? undefined : status === 'open' ? isNull(closedAt) : isNotNull(closedAt),
      ),
    )
    .orderBy(asc(updatedAt), asc(id))
    .limit(limit);
}

type OrganizationValues = Pick<
  typeof organizations.$inferInsert,
  'slug' | 'name' | 'billingEmail' | 'billingPartner' | 'disabledFeatures' | 'externalId'
>;

/** Returns the ID; null if the slug is taken. */
export async function insertOrganization(tx: Database, values: OrganizationValues, now: Date): Promise<number | null> {
  const [inserted] = await tx
    .insert(organizations)
    .values({ ...values, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: organizations.slug })
    .returning({ id: organizations.id });
  return inserted?.id ?? null;
}

export async function insertSubscription(tx: Database, row: typeof subscriptions.$inferInsert): Promise<void> {
  await tx.insert(subscriptions).values(row);
}

type OrganizationChanges = Partial<Omit<OrganizationValues, 'slug'>> & { readonly closedAt?: Date };

/** Updates the organization and its subscription. Absent fields stay unchanged. */
export async function changeProvisioned(
  tx: Database,
  organizationId: number,
  organizationChanges: OrganizationChanges,
  subscription: { readonly paymentMethodType?: 'card' | 'invoice' } & Partial<ContractHistory> = {},
): Promise<void> {
  if (Object.keys(organizationChanges).length > 0)
    await tx.update(organizations).set(organizationChanges).where(eq(organizations.id, organizationId));
  if (Object.keys(subscription).length === 0) return;
  await tx.update(subscriptions).set(subscription).where(eq(subscriptions.organizationId, organizationId));
  await tx
    .update(organizations)
    .set({ updatedAt: sql`now()` })
    .where(eq(organizations.id, organizationId));
}

/** @param setSeconds the time at which the discounts are set; they do not apply to periods that began earlier */
export async function insertDiscounts(
  tx: Database,
  organizationId: number,
  terms: readonly DiscountTerms[],
  setSeconds: number,
): Promise<void> {
  if (terms.length === 0) return;
  await tx.insert(discounts).values(
    terms.map(({ line, basisPoints, amountCents, startsAt, endsAt }) => ({
      organizationId,
      lineKey: line,
      basisPoints,
      amountCents,
      startsAt: instantOf(startsAt),
      setAt: instantOf(setSeconds),
      endsAt: endsAt === null ? null : instantOf(endsAt),
    })),
  );
}

/** If the discount has not begun, it ends at its start and never applies. */
export async function endDiscount(tx: Database, organizationId: number, id: number, now: Date): Promise<void> {
  await tx
    .update(discounts)
    .set({ endsAt: sql`greatest(${discounts.startsAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(discounts.organizationId, organizationId), eq(discounts.id, id)));
}

/** Owners keep access to the invoices of a closed organization for `OWNER_DAYS`. */
export async function removeOtherMembers(tx: Database, organizationId: number): Promise<void> {
  await tx.delete(memberships).where(and(eq(memberships.organizationId, organizationId), ne(memberships.role, 'owner')));
}

const statements = perDatabase((db) => ({
  idsBySlug: db
    .select({ id: organizations.id, slug: organizations.slug, closedAt: organizations.closedAt })
    .from(organizations)
    .where(sql`${organizations.slug} = any(${sql.placeholder('slugs')}::text[])`)
    .orderBy(asc(organizations.id))
    .prepare('organizations_by_slugs'),
}));

export interface NamedOrganization {
  readonly id: number;
  readonly slug: string;
  readonly closedAt: Date | null;
}

export const organizationsBySlugs = (db: Database, slugs: readonly string[]): Promise<NamedOrganization[]> =>
  statements(db).idsBySlug.execute({ slugs: [...slugs] });

export async function isPlatformEmpty(db: Database): Promise<boolean> {
  const rows = await db.select({ id: organizations.id }).from(organizations).limit(1);
  return rows.length === 0;
}

/** Makes a trigger set the time of the organization's last change. */
export async function touchOrganization(tx: Database, organizationId: number): Promise<void> {
  const { updatedAt, id } = organizations;
  await tx
    .update(organizations)
    .set({ updatedAt: sql`${updatedAt} + interval '1 millisecond'` })
    .where(eq(id, organizationId));
}
