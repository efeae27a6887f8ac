/** Rules that decide which invoices are charged to a card. No other module may implement them. */
import { and, asc, eq, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import { firstTry } from '#server/domain/retry-calendar.ts';
import { collectedStatuses, statusesThatAllow } from '#server/domain/state-steps.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { payments } from '#server/database/tables/payments.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { isDisputed, isTooSmallToCharge } from '#server/store/disputes/charge-conditions.ts';
import { queueInvoiceEmail } from '#server/billing/notices/invoice-notices.ts';

export type ChargeRefusal = 'not_owed' | 'processing' | 'partner' | 'pays_by_invoice' | 'too_small' | 'disputed';

const { id, organizationId, status, amountDueCents } = invoices;

/** Reason why an invoice cannot be charged to a card; null if it can be charged. The query must join organization and subscription. */
const refusal = sql<ChargeRefusal | null>`case
  when ${notInArray(status, statusesThatAllow('pay'))} or ${amountDueCents} <= 0 then 'not_owed'
  when ${invoices.paymentIsProcessing} or exists (
    select from ${payments} p where p.organization_id = ${organizationId} and p.invoice_id = ${id} and p.state = 'processing') then 'processing'
  when ${organizations.billingPartner} is not null then 'partner'
  when ${subscriptions.paymentMethodType} <> 'card' then 'pays_by_invoice'
  when ${isTooSmallToCharge} then 'too_small'
  when ${isDisputed} then 'disputed'
end`;

const invoicesWithPayer = (db: Database, where: SQL | undefined) =>
  db
    .select({ organizationId, invoiceId: id, refusal, finalizedAt: invoices.finalizedAt, periodEnd: invoices.periodEnd })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .innerJoin(subscriptions, eq(subscriptions.organizationId, organizationId))
    .leftJoin(collections, and(eq(collections.organizationId, organizationId), eq(collections.invoiceId, id)))
    .where(where);

interface InvoicePlace {
  readonly organizationId: number;
  readonly invoiceId: string;
}

const isInvoice = (place: InvoicePlace) => and(eq(organizationId, place.organizationId), eq(id, place.invoiceId));

export async function chargeRefusal(db: Database, place: InvoicePlace): Promise<ChargeRefusal | null> {
  const [row] = await invoicesWithPayer(db, isInvoice(place));
  return row ? row.refusal : 'not_owed';
}

/** SQL condition that selects collections to process: the invoice can be charged, or it is no longer owed and its collection must end. */
export const isTried = (invoiceId: SQL, ofOrganization: SQL): SQL => sql`exists (
  select from ${invoices}
    join ${organizations} on ${organizations.id} = ${organizationId}
    join ${subscriptions} on ${subscriptions.organizationId} = ${organizationId}
  where ${organizationId} = ${ofOrganization} and ${id} = ${invoiceId} and coalesce(${refusal}, 'not_owed') = 'not_owed')`;

const isUnenrolled = and(
  inArray(status, collectedStatuses),
  eq(invoices.chargedOnRequest, false),
  isNull(collections.invoiceId),
  sql`${refusal} is null`,
);

/**
 * Returns invoices that can be charged but have no collection yet, oldest first: for example, invoices of a payer who has switched to
 * cards.
 */
export async function invoicesToEnrol(db: Database, limit: number): Promise<InvoicePlace[]> {
  const rows = await invoicesWithPayer(db, isUnenrolled).orderBy(asc(invoices.dueAt), asc(id)).limit(limit);
  return rows.map(({ organizationId: ofOrganization, invoiceId }) => ({ organizationId: ofOrganization, invoiceId }));
}

/**
 * Schedules the first charge of an invoice: now or, for an old invoice, three days after an email that announces the charge.
 * The caller must hold the organization lock. @returns whether the charge was scheduled
 */
export async function enrolInvoice(tx: Database, place: InvoicePlace, nowSeconds: number): Promise<boolean> {
  const [invoice] = await invoicesWithPayer(tx, and(isInvoice(place), isUnenrolled));
  if (!invoice) return false;
  const { atSeconds, isAnnounced } = firstTry(secondsOf(invoice.finalizedAt ?? invoice.periodEnd), nowSeconds);
  const nextTryAt = instantOf(atSeconds);
  await tx.insert(collections).values({ ...place, finalizedAt: nextTryAt, nextTryAt });
  if (isAnnounced) await queueInvoiceEmail(tx, place, nowSeconds);
  return true;
}
