import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Discount } from '#lib/charge-line.ts';
import type { BillingPeriod } from '#server/domain/bill.ts';
import type { InvoicedLine, LineDiscount, LineKey } from '#server/domain/lines.ts';
import { perDatabase, type Database } from './database.ts';
import { secondsOf } from './instants.ts';
import { balanceOf } from './ledger.ts';
import { invoiceLines, invoices } from './tables/invoices.ts';
import { organizations } from './tables/organizations.ts';
import { billingPeriods, discounts } from './tables/periods.ts';
import { subscriptions } from './tables/subscriptions.ts';

export type PeriodRow = typeof billingPeriods.$inferSelect;

interface DiscountRow {
  readonly key: LineKey;
  readonly basisPoints: number | null;
  readonly amountCents: number | null;
  readonly startsAt: number;
  readonly endsAt: number | null;
}

interface CapInvoiceLine extends InvoicedLine {
  readonly periodId: number;
  readonly atSeconds: number;
}

const epoch = (column: unknown) => sql`floor(extract(epoch from ${column}))::bigint`;

const discountsOfOrganization = sql<DiscountRow[]>`coalesce((
  select json_agg(json_build_object('key', ${discounts.lineKey}, 'basisPoints', ${discounts.basisPoints}, 'amountCents', ${discounts.amountCents},
    'startsAt', ${epoch(discounts.startsAt)}, 'endsAt', ${epoch(discounts.endsAt)}) order by ${discounts.id})
  from ${discounts} where ${discounts.organizationId} = ${subscriptions.organizationId}
), '[]')`;

/** Lines of invoices within the cycles that no final invoice bills yet. */
const capInvoiceLines = sql<CapInvoiceLine[]>`coalesce((
  select json_agg(json_build_object('key', ${invoiceLines.key}, 'periodId', ${invoiceLines.periodId}, 'atSeconds', ${epoch(invoices.periodEnd)},
    'amountCents', ${invoiceLines.amountCents}, 'amountBeforeDiscountCents', ${invoiceLines.amountBeforeDiscountCents}))
  from ${invoiceLines} join ${invoices} on ${invoices.id} = ${invoiceLines.invoiceId}
  where ${invoices.organizationId} = ${subscriptions.organizationId} and ${invoices.kind} = 'spend_cap' and ${invoiceLines.periodId} is not null
), '[]')`;

const organizationId = sql.placeholder('organizationId');

const statements = perDatabase((db) => ({
  subscription: db
    .select({
      id: subscriptions.id,
      slug: organizations.slug,
      plan: subscriptions.plan,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      billingCycleAnchor: subscriptions.billingCycleAnchor,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      paymentMethodType: subscriptions.paymentMethodType,
      contract: subscriptions.contract,
      scheduledAt: subscriptions.scheduledAt,
      scheduledPlan: subscriptions.scheduledPlan,
      scheduledUsageBilling: subscriptions.scheduledUsageBilling,
      billingPartner: organizations.billingPartner,
      balanceCents: balanceOf(subscriptions.organizationId),
      discounts: discountsOfOrganization,
      capInvoiceLines,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(eq(subscriptions.organizationId, organizationId))
    .prepare('subscription_to_bill'),
  open: db
    .select()
    .from(billingPeriods)
    .where(
      and(
        eq(billingPeriods.organizationId, organizationId),
        or(isNull(billingPeriods.closedAt), and(isNull(billingPeriods.invoiceId), ne(billingPeriods.plan, 'free'))),
      ),
    )
    .orderBy(asc(billingPeriods.id))
    .prepare('periods_to_bill'),
  ofInvoice: db
    .select()
    .from(billingPeriods)
    .where(and(eq(billingPeriods.organizationId, organizationId), eq(billingPeriods.invoiceId, sql.placeholder('invoiceId'))))
    .orderBy(asc(billingPeriods.id))
    .prepare('periods_of_invoice'),
}));

export async function billedSubscription(db: Database, id: number) {
  const [row] = await statements(db).subscription.execute({ organizationId: id });
  if (!row) throw new Error(`Organization ${id} has no subscription`);
  return row;
}

export type BilledSubscription = Awaited<ReturnType<typeof billedSubscription>>;

/** The running period, last, and those before it that a change of plan ended and no invoice bills yet. */
export const openPeriods = (db: Database, id: number): Promise<PeriodRow[]> => statements(db).open.execute({ organizationId: id });

/** The periods whose usage an invoice bills, the one that ended with the cycle last. */
export const periodsOfInvoice = (db: Database, id: number, invoiceId: string): Promise<PeriodRow[]> =>
  statements(db).ofInvoice.execute({ organizationId: id, invoiceId });

const discountOf = ({ basisPoints, amountCents }: DiscountRow): Discount =>
  basisPoints === null ? { amountCents: amountCents ?? 0 } : { basisPoints };

/** The discounts that count for a cycle starting at an instant. */
export const discountsAt = ({ discounts: rows }: Pick<BilledSubscription, 'discounts'>, atSeconds: number): LineDiscount[] =>
  rows
    .filter(({ startsAt, endsAt }) => startsAt <= atSeconds && (endsAt === null || endsAt > atSeconds))
    .map((row) => ({ key: row.key, discount: discountOf(row) }));

/** A period as the engine takes it, without its usage. */
export function periodTerms(row: PeriodRow, subscription: BilledSubscription): Omit<BillingPeriod, 'entries'> {
  const startSeconds = secondsOf(row.startsAt);
  const endSeconds = secondsOf(row.endsAt);
  const closedAtSeconds = row.closedAt === null ? endSeconds : secondsOf(row.closedAt);
  const invoiced = subscription.capInvoiceLines.filter(({ periodId }) => periodId === row.id);
  return {
    planId: row.plan,
    cycle: { startSeconds, endSeconds, ...(closedAtSeconds < endSeconds ? { closedAtSeconds } : {}) },
    cap: { initiallyOn: row.capInitiallyOn, changes: row.capChanges },
    contract: row.contract ?? undefined,
    discounts: discountsAt(subscription, startSeconds),
    invoiced,
    invoicedUntilSeconds: invoiced.length > 0 ? Math.max(...invoiced.map(({ atSeconds }) => atSeconds)) : undefined,
  };
}
