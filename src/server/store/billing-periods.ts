import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { InvoicedLine, LineKey } from '#server/domain/lines.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { invoiceLines } from '#server/database/tables/invoices.ts';
import { lateInvoices } from '#server/database/tables/late-invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { billingPeriods, discounts, isToBill } from '#server/database/tables/periods.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { balanceOf } from './ledger.ts';
import { bookById } from './price-books.ts';
import { bookIdInForceAt } from '#server/store/books/price-book-pinning.ts';

export type PeriodRow = typeof billingPeriods.$inferSelect & { readonly isOnInvoice: boolean };

interface DiscountRow {
  readonly key: LineKey;
  readonly basisPoints: number | null;
  readonly amountCents: number | null;
  /** The later of the discount's start and the time at which the discount was set, in seconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number | null;
}

const epoch = (column: unknown) => sql`floor(extract(epoch from ${column}))::bigint`;

const discountsOfOrganization = sql<DiscountRow[]>`coalesce((
  select json_agg(json_build_object('key', ${discounts.lineKey}, 'basisPoints', ${discounts.basisPoints}, 'amountCents', ${discounts.amountCents},
    'startsAt', ${epoch(sql`greatest(${discounts.startsAt}, ${discounts.setAt})`)}, 'endsAt', ${epoch(discounts.endsAt)}) order by ${discounts.id})
  from ${discounts} where ${discounts.organizationId} = ${subscriptions.organizationId}
), '[]')`;

const organizationId = sql.placeholder('organizationId');

const columnsToBill = {
  ...getTableColumns(billingPeriods),
  /** The condition has qualified column names, because drizzle omits table names in single-table queries. */
  isOnInvoice: sql<boolean>`exists (
    select 1 from ${invoiceLines} l where l.organization_id = billing_periods.organization_id and l.period_id = billing_periods.id)`,
};

const prepareSubscriptionRead = (db: Database) =>
  db
    .select({
      id: subscriptions.id,
      slug: organizations.slug,
      plan: subscriptions.plan,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      billingCycleAnchor: subscriptions.billingCycleAnchor,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      paymentMethodType: subscriptions.paymentMethodType,
      contract: subscriptions.contract,
      earlierContracts: subscriptions.earlierContracts,
      scheduledAt: subscriptions.scheduledAt,
      scheduledPlan: subscriptions.scheduledPlan,
      scheduledUsageBilling: subscriptions.scheduledUsageBilling,
      billingPartner: organizations.billingPartner,
      balanceCents: balanceOf(subscriptions.organizationId),
      discounts: discountsOfOrganization,
      /** This price book is expected to be in force when the next cycle begins. */
      renewalBookId: bookIdInForceAt(subscriptions.currentPeriodEnd),
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(eq(subscriptions.organizationId, organizationId))
    .prepare('subscription_to_bill');

const preparePeriodReads = (db: Database) => ({
  open: db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), or(isToBill(billingPeriods), billingPeriods.hasLateUsage)))
    .orderBy(asc(billingPeriods.id))
    .prepare('periods_to_bill'),
  ofInvoice: db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, organizationId),
        eq(billingPeriods.invoiceId, sql.placeholder('invoiceId')),
        not(billingPeriods.isEmpty),
      ),
    )
    .orderBy(asc(billingPeriods.id))
    .prepare('periods_of_invoice'),
  lastWhole: db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), eq(billingPeriods.closedAt, billingPeriods.endsAt)))
    .orderBy(desc(billingPeriods.startsAt), desc(billingPeriods.id))
    .limit(1)
    .prepare('last_whole_cycle'),
  late: db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, organizationId),
        or(billingPeriods.hasLateUsage, sql`${billingPeriods.id} = any(${sql.placeholder('alsoIds')}::bigint[])`),
      ),
    )
    .orderBy(asc(billingPeriods.id))
    .prepare('late_periods'),
});

const prepareInvoicedRead = (db: Database) =>
  db
    .select({
      periodId: invoiceLines.periodId,
      key: invoiceLines.key,
      amountCents: invoiceLines.amountCents,
      amountBeforeDiscountCents: invoiceLines.amountBeforeDiscountCents,
      breakdown: invoiceLines.breakdown,
    })
    .from(invoiceLines)
    .where(
      and(
        eq(invoiceLines.organizationId, organizationId),
        sql`${invoiceLines.periodId} = any(${sql.placeholder('periodIds')}::bigint[])`,
        ne(invoiceLines.key, 'corrected'),
        sql`${invoiceLines.invoiceId} is distinct from ${sql.placeholder('exceptInvoiceId')}::text`,
      ),
    )
    .prepare('invoiced_of_periods');

const statements = perDatabase((db) => ({
  ...preparePeriodReads(db),
  subscription: prepareSubscriptionRead(db),
  invoiced: prepareInvoicedRead(db),
}));

export async function billedSubscription(db: Database, id: number) {
  const [row] = await statements(db).subscription.execute({ organizationId: id });
  if (!row) throw new Error(`Organization ${id} has no subscription`);
  return { ...row, renewalBook: await bookById(db, row.renewalBookId) };
}

export type BilledSubscription = Awaited<ReturnType<typeof billedSubscription>>;

export interface PeriodsToBill {
  /** Uninvoiced periods closed by plan changes, then the running period. */
  readonly open: readonly PeriodRow[];
  /** Invoiced periods that received usage later, oldest first. */
  readonly late: readonly PeriodRow[];
}

export async function periodsToBill(db: Database, id: number): Promise<PeriodsToBill> {
  const rows = await statements(db).open.execute({ organizationId: id });
  return { open: rows.filter(({ hasLateUsage }) => !hasLateUsage), late: rows.filter(({ hasLateUsage }) => hasLateUsage) };
}

/** Newest first, on paid plans only. */
export const closedPeriods = (db: Database, id: number, most: number): Promise<PeriodRow[]> =>
  db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(
      and(eq(billingPeriods.organizationId, id), gt(billingPeriods.closedAt, billingPeriods.startsAt), ne(billingPeriods.plan, 'free')),
    )
    .orderBy(desc(billingPeriods.startsAt), desc(billingPeriods.id))
    .limit(most);

/** Latest closed cycle that no plan change shortened. */
export async function lastWholeCycle(db: Database, id: number): Promise<PeriodRow | undefined> {
  const [row] = await statements(db).lastWhole.execute({ organizationId: id });
  return row;
}

export async function setPeriodContract(tx: Database, id: number, contract: ContractTerms | null): Promise<void> {
  await tx.update(billingPeriods).set({ contract }).where(eq(billingPeriods.organizationId, id));
}

/**
 * Returns the periods with late usage that is not billed yet, oldest first.
 * @param alsoIds the IDs of additional periods to return. A draft already bills the late usage of these periods.
 */
export const latePeriods = (db: Database, id: number, alsoIds: readonly number[]): Promise<PeriodRow[]> =>
  statements(db).late.execute({ organizationId: id, alsoIds });

/** Marks late usage as billed. The caller must hold the organization lock. @param invoiceId final invoice; null if the usage was waived */
export async function recordLateUsageBilled(tx: Database, id: number, invoiceId: string | null): Promise<void> {
  await tx
    .update(billingPeriods)
    .set({ hasLateUsage: false })
    .where(and(eq(billingPeriods.organizationId, id), billingPeriods.hasLateUsage));
  await tx
    .update(lateInvoices)
    .set({ state: invoiceId === null ? 'waived' : 'invoiced', invoiceId })
    .where(and(eq(lateInvoices.organizationId, id), eq(lateInvoices.state, 'announced')));
}

/** Returns the periods of the billing cycles that begin at `starts`. A limit per cycle applies to their total charges. */
export const periodsOfWindows = (db: Database, id: number, starts: readonly Date[]): Promise<PeriodRow[]> =>
  db
    .select(columnsToBill)
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, id),
        or(inArray(billingPeriods.startsAt, [...starts]), inArray(billingPeriods.limitWindowStartsAt, [...starts])),
      ),
    )
    .orderBy(asc(billingPeriods.id));

/** For each of `periods`, returns the charges on the last UTC day before it. Keys are the ends of the previous periods in ms since 1970. */
export async function lastDayCharges(
  db: Database,
  id: number,
  periods: readonly { readonly row: Pick<PeriodRow, 'startsAt'> }[],
): Promise<Map<number, Readonly<Record<string, number>>>> {
  const rows = await db
    .select({ closedAt: billingPeriods.closedAt, charges: billingPeriods.lastDayCharges })
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, id),
        inArray(
          billingPeriods.closedAt,
          periods.map(({ row }) => row.startsAt),
        ),
      ),
    );
  return new Map(rows.flatMap(({ closedAt, charges }) => (closedAt && charges ? [[closedAt.getTime(), charges]] : [])));
}

/**
 * Returns the lines of earlier invoices by period ID.
 * @param exceptInvoiceId the invoice that is being created; its lines are excluded
 */
export async function invoicedOf(
  db: Database,
  id: number,
  { open, late }: PeriodsToBill,
  exceptInvoiceId: string | null,
): Promise<ReadonlyMap<number, InvoicedLine[]>> {
  const periodIds = [...open, ...late].flatMap((period) => (period.isOnInvoice ? [period.id] : []));
  const rows = periodIds.length > 0 ? await statements(db).invoiced.execute({ organizationId: id, periodIds, exceptInvoiceId }) : [];
  const byPeriod = new Map<number, InvoicedLine[]>(periodIds.map((period) => [period, []]));
  for (const { periodId, ...line } of rows) byPeriod.get(periodId ?? 0)?.push(line);
  return byPeriod;
}

/** Oldest first. The last period ended at the end of the billing cycle. */
export const periodsOfInvoice = (db: Database, id: number, invoiceId: string): Promise<PeriodRow[]> =>
  statements(db).ofInvoice.execute({ organizationId: id, invoiceId });

export async function savePricedLines(
  tx: Database,
  row: Pick<PeriodRow, 'organizationId' | 'id'>,
  pricedLines: NonNullable<PeriodRow['pricedLines']>,
): Promise<void> {
  await tx
    .update(billingPeriods)
    .set({ pricedLines })
    .where(and(eq(billingPeriods.organizationId, row.organizationId), eq(billingPeriods.id, row.id)));
}
