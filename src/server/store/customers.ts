import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Address, BilledTo, TaxId, TaxVerification } from '#contract/types.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { customers } from '#server/database/tables/customers.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { balanceOf } from './ledger.ts';

export type CustomerRow = typeof customers.$inferSelect;

const ofOrganization = sql.placeholder('organizationId');

const statements = perDatabase((db) => ({
  customer: db.select().from(customers).where(eq(customers.organizationId, ofOrganization)).prepare('customer_of_organization'),
  profile: db
    .select({
      email: organizations.billingEmail,
      additionalEmails: organizations.additionalBillingEmails,
      billingPartner: organizations.billingPartner,
      balanceCents: balanceOf(organizations.id),
      /** In small letters; null for none. */
      bouncedEmails: sql<string[] | null>`(select json_agg(a.address) from notice_addresses a
        where a.organization_id = ${organizations.id} and a.bounced_at is not null)`,
      /** Mailboxes that wait for a confirmation; null for none. */
      unconfirmedEmails: sql<string[] | null>`(select json_agg(u.address) from recipient_addresses u
        where u.organization_id = ${organizations.id} and u.confirmed_at is null)`,
      /** Addresses that budgets name; null for none. */
      budgetEmails: sql<string[] | null>`(select json_agg(distinct r) from budgets b, unnest(b.recipients) r
        where b.organization_id = ${organizations.id})`,
      customer: customers,
    })
    .from(organizations)
    .leftJoin(customers, eq(customers.organizationId, organizations.id))
    .where(eq(organizations.id, ofOrganization))
    .prepare('customer_profile'),
}));

/** What a member sees and edits. */
export interface BillingDetails {
  readonly billingName: string | null;
  readonly address: Address | null;
  readonly taxId: TaxId | null;
}

export function detailsOf(row: CustomerRow): BillingDetails {
  const { billingName, line1, line2, city, state, postalCode, country, taxIdType, taxIdValue, taxIdCountry } = row;
  return {
    billingName,
    address: line1 !== null && country !== null ? { line1, line2, city, state, postal_code: postalCode, country } : null,
    taxId:
      taxIdType !== null && taxIdValue !== null && taxIdCountry !== null
        ? { type: taxIdType, value: taxIdValue, country: taxIdCountry }
        : null,
  };
}

/** The customer of an organization, made when first asked for. */
export async function customerOf(db: Database, organizationId: number, newKey: () => string): Promise<CustomerRow> {
  const known = await findCustomer(db, organizationId);
  if (known) return known;
  await db.insert(customers).values({ organizationId, key: newKey() }).onConflictDoNothing();
  const made = await findCustomer(db, organizationId);
  if (!made) throw new Error(`Organization ${organizationId} has no customer`);
  return made;
}

export async function findCustomer(db: Database, organizationId: number): Promise<CustomerRow | null> {
  const [row] = await statements(db).customer.execute({ organizationId });
  return row ?? null;
}

export async function lockCustomer(tx: Database, organizationId: number): Promise<CustomerRow> {
  const [row] = await tx.select().from(customers).where(eq(customers.organizationId, organizationId)).for('update');
  if (!row) throw new Error(`Organization ${organizationId} has no customer`);
  return row;
}

export async function findCustomerByGatewayId(db: Database, gatewayId: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(eq(customers.gatewayId, gatewayId));
  return row ?? null;
}

/** Some customer that the gateway is said to know; null where there is none. */
export async function anyGatewayCustomer(db: Database): Promise<string | null> {
  const [row] = await db.select({ id: customers.gatewayId }).from(customers).where(isNotNull(customers.gatewayId)).limit(1);
  return row?.id ?? null;
}

export async function findCustomerByTaxId(db: Database, taxIdGatewayId: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(eq(customers.taxIdGatewayId, taxIdGatewayId));
  return row ?? null;
}

/** Notes the gateway's customer of an organization that has none yet. @returns the one that it has now */
export async function recordGatewayId(db: Database, organizationId: number, gatewayId: string): Promise<string> {
  const noted = await db
    .update(customers)
    .set({ gatewayId })
    .where(and(eq(customers.organizationId, organizationId), isNull(customers.gatewayId)))
    .returning({ gatewayId: customers.gatewayId });
  return noted[0]?.gatewayId ?? (await findCustomer(db, organizationId))?.gatewayId ?? gatewayId;
}

/** The gateway has deleted its customer. */
export async function forgetGatewayId(db: Database, organizationId: number): Promise<void> {
  await db.update(customers).set({ gatewayId: null }).where(eq(customers.organizationId, organizationId));
}

export interface StoredTaxId extends TaxId {
  readonly gatewayId: string;
  readonly verification: TaxVerification;
}

/** Fields that are absent stay as they are. */
export interface DetailsChange {
  readonly billingName?: string;
  readonly address?: Address;
  readonly taxId?: StoredTaxId | null;
}

const blankIsNull = (text: string | null | undefined): string | null => (text ? text : null);

const columnsOf = ({ billingName, address, taxId }: DetailsChange) => ({
  ...(billingName !== undefined && { billingName }),
  ...(address !== undefined && {
    line1: address.line1,
    line2: blankIsNull(address.line2),
    city: blankIsNull(address.city),
    state: blankIsNull(address.state),
    postalCode: blankIsNull(address.postal_code),
    country: address.country,
  }),
  ...(taxId !== undefined && {
    taxIdType: taxId?.type ?? null,
    taxIdValue: taxId?.value ?? null,
    taxIdCountry: taxId?.country ?? null,
    taxIdGatewayId: taxId?.gatewayId ?? null,
    taxIdVerification: taxId?.verification ?? null,
  }),
});

/** Saves over a locked row. An identical save is no change: the version that others have on screen stays valid. */
export async function saveDetails(tx: Database, current: CustomerRow, change: DetailsChange): Promise<void> {
  const columns = columnsOf(change);
  if (Object.entries(columns).every(([name, value]) => current[name as keyof CustomerRow] === value)) return;
  await tx
    .update(customers)
    .set({ version: sql`${customers.version} + 1`, ...columns })
    .where(eq(customers.organizationId, current.organizationId));
}

/** Keeps unknown tax IDs of the gateway from cleanup while one is being saved. */
export async function recordTaxIdPending(db: Database, organizationId: number, until: Date): Promise<void> {
  await db.update(customers).set({ taxIdPendingUntil: until }).where(eq(customers.organizationId, organizationId));
}

/** Stores what the register said of a tax ID, unless that has been replaced since. */
export async function recordTaxIdVerification(db: Database, taxIdGatewayId: string, verification: TaxVerification): Promise<void> {
  await db.update(customers).set({ taxIdVerification: verification }).where(eq(customers.taxIdGatewayId, taxIdGatewayId));
}

/** Everything of the customer call, in one read. */
export async function customerProfile(db: Database, organizationId: number) {
  const [profile] = await statements(db).profile.execute({ organizationId });
  if (!profile) throw new Error(`There is no organization ${organizationId}`);
  return profile;
}

/** The bill-to of an invoice that becomes final now. Later changes of the customer leave it unchanged: accountants rely on that. */
export async function billedToNow(db: Database, organizationId: number): Promise<BilledTo> {
  const [[organization], customer] = await Promise.all([
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
    findCustomer(db, organizationId),
  ]);
  if (!organization) throw new Error(`There is no organization ${organizationId}`);
  const { billingName, address, taxId } = customer ? detailsOf(customer) : { billingName: null, address: null, taxId: null };
  return { name: organization.name, billing_name: billingName, address, tax_id: taxId };
}

/** For history whose invoices are seeded before the customer: they bill today's customer. */
export async function billPastTo(db: Database, organizationId: number): Promise<void> {
  await db
    .update(invoices)
    .set({ billedTo: await billedToNow(db, organizationId) })
    .where(and(eq(invoices.organizationId, organizationId), ne(invoices.status, 'draft')));
}
