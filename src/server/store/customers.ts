import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Address, BilledTo, InvoiceReferences, TaxId, TaxVerification } from '#contract/types.ts';
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
      /** In lower case; null if there are none. */
      bouncedEmails: sql<string[] | null>`(select json_agg(a.address) from notice_addresses a
        where a.organization_id = ${organizations.id} and a.bounced_at is not null)`,
      /** Mailbox keys; null if there are none. */
      unconfirmedEmails: sql<string[] | null>`(select json_agg(u.address) from recipient_addresses u
        where u.organization_id = ${organizations.id} and u.confirmed_at is null)`,
      budgetEmails: sql<string[] | null>`(select json_agg(distinct r) from budgets b, unnest(b.recipients) r
        where b.organization_id = ${organizations.id})`,
      customer: customers,
    })
    .from(organizations)
    .leftJoin(customers, eq(customers.organizationId, organizations.id))
    .where(eq(organizations.id, ofOrganization))
    .prepare('customer_profile'),
}));

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

export const referencesOf = (row: CustomerRow | null): InvoiceReferences => ({
  po_number: row?.poNumber ?? null,
  buyer_reference: row?.buyerReference ?? null,
  next_po_number: row?.nextPoNumber ?? null,
  next_buyer_reference: row?.nextBuyerReference ?? null,
  po_required: row?.poRequired ?? false,
});

/** Whether the customer requires a purchase order number but has not given a number for the next invoice. */
export const lacksPoNumber = (row: Pick<CustomerRow, 'poRequired' | 'poNumber' | 'nextPoNumber'> | null): boolean =>
  row !== null && row.poRequired && (row.nextPoNumber ?? row.poNumber) === null;

/** Creates the customer on first use. */
export async function customerOf(db: Database, organizationId: number, newKey: () => string): Promise<CustomerRow> {
  const known = await findCustomer(db, organizationId);
  if (known) return known;
  await db.insert(customers).values({ organizationId, key: newKey() }).onConflictDoNothing();
  const customer = await findCustomer(db, organizationId);
  if (!customer) throw new Error(`Organization ${organizationId} has no customer`);
  return customer;
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

export async function anyGatewayCustomer(db: Database): Promise<string | null> {
  const [row] = await db.select({ id: customers.gatewayId }).from(customers).where(isNotNull(customers.gatewayId)).limit(1);
  return row?.id ?? null;
}

export async function findCustomerByTaxId(db: Database, taxIdGatewayId: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(eq(customers.taxIdGatewayId, taxIdGatewayId));
  return row ?? null;
}

/** Keeps a gateway ID that is already stored. @returns the stored gateway ID */
export async function recordGatewayId(db: Database, organizationId: number, gatewayId: string): Promise<string> {
  const noted = await db
    .update(customers)
    .set({ gatewayId })
    .where(and(eq(customers.organizationId, organizationId), isNull(customers.gatewayId)))
    .returning({ gatewayId: customers.gatewayId });
  return noted[0]?.gatewayId ?? (await findCustomer(db, organizationId))?.gatewayId ?? gatewayId;
}

export async function forgetGatewayId(db: Database, organizationId: number): Promise<void> {
  await db.update(customers).set({ gatewayId: null }).where(eq(customers.organizationId, organizationId));
}

export interface StoredTaxId extends TaxId {
  readonly gatewayId: string;
  readonly verification: TaxVerification;
}

/** Absent fields stay unchanged. */
export interface DetailsChange {
  readonly billingName?: string;
  readonly address?: Address;
  readonly taxId?: StoredTaxId | null;
  readonly references?: { readonly [Name in keyof InvoiceReferences]?: InvoiceReferences[Name] | undefined };
}

const blankIsNull = (text: string | null | undefined): string | null => (text ? text : null);

const referenceColumns = (given: NonNullable<DetailsChange['references']>) => ({
  ...(given.po_number !== undefined && { poNumber: given.po_number }),
  ...(given.buyer_reference !== undefined && { buyerReference: given.buyer_reference }),
  ...(given.next_po_number !== undefined && { nextPoNumber: given.next_po_number }),
  ...(given.next_buyer_reference !== undefined && { nextBuyerReference: given.next_buyer_reference }),
  ...(given.po_required !== undefined && { poRequired: given.po_required }),
});

const columnsOf = ({ billingName, address, taxId, references }: DetailsChange) => ({
  ...(references !== undefined && referenceColumns(references)),
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

/** The version changes only if a value changes, so that other open forms stay valid. */
export async function saveDetails(tx: Database, current: CustomerRow, change: DetailsChange): Promise<void> {
  const columns = columnsOf(change);
  if (Object.entries(columns).every(([name, value]) => current[name as keyof CustomerRow] === value)) return;
  await tx
    .update(customers)
    .set({ version: sql`${customers.version} + 1`, ...columns })
    .where(eq(customers.organizationId, current.organizationId));
}

/** Until this time, cleanup at the gateway keeps unknown tax IDs, because a new tax ID is being saved. */
export async function recordTaxIdPending(db: Database, organizationId: number, until: Date): Promise<void> {
  await db.update(customers).set({ taxIdPendingUntil: until }).where(eq(customers.organizationId, organizationId));
}

/** Does nothing if the tax ID was replaced. */
export async function recordTaxIdVerification(db: Database, taxIdGatewayId: string, verification: TaxVerification): Promise<void> {
  await db.update(customers).set({ taxIdVerification: verification }).where(eq(customers.taxIdGatewayId, taxIdGatewayId));
}

export async function customerProfile(db: Database, organizationId: number) {
  const [profile] = await statements(db).profile.execute({ organizationId });
  if (!profile) throw new Error(`There is no organization ${organizationId}`);
  return profile;
}

/** A finalized invoice stores a copy, so later changes of the customer do not affect the invoice. */
export async function billedToNow(db: Database, organizationId: number): Promise<BilledTo> {
  const [[organization], customer] = await Promise.all([
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
    findCustomer(db, organizationId),
  ]);
  if (!organization) throw new Error(`There is no organization ${organizationId}`);
  const { billingName, address, taxId } = customer ? detailsOf(customer) : { billingName: null, address: null, taxId: null };
  const poNumber = customer?.nextPoNumber ?? customer?.poNumber;
  const buyerReference = customer?.nextBuyerReference ?? customer?.buyerReference;
  return {
    name: organization.name,
    billing_name: billingName,
    address,
    tax_id: taxId,
    ...(poNumber ? { po_number: poNumber } : {}),
    ...(buyerReference ? { buyer_reference: buyerReference } : {}),
  };
}

/** Returns the billing data for an invoice. Then removes the PO number and the buyer reference that apply to this invoice only. */
export async function billFinalTo(tx: Database, organizationId: number): Promise<BilledTo> {
  const billedTo = await billedToNow(tx, organizationId);
  await tx
    .update(customers)
    .set({ nextPoNumber: null, nextBuyerReference: null, version: sql`${customers.version} + 1` })
    .where(
      and(eq(customers.organizationId, organizationId), or(isNotNull(customers.nextPoNumber), isNotNull(customers.nextBuyerReference))),
    );
  return billedTo;
}

/** For seeding only: sets the current bill-to on past invoices, because the invoices are seeded before the customer. */
export async function billPastTo(db: Database, organizationId: number, formerName?: string): Promise<void> {
  const billedTo = await billedToNow(db, organizationId);
  await db
    .update(invoices)
    .set({ billedTo: { ...billedTo, ...(formerName === undefined ? {} : { billing_name: formerName }) } })
    .where(and(eq(invoices.organizationId, organizationId), ne(invoices.status, 'draft')));
}
