import { eq, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PlanId, Tier } from '#contract/types.ts';
import type { ChangeFailure } from '#server/domain/state-steps.ts';
import { LEAST_LATE_INVOICE_CENTS } from '#server/domain/collection.ts';
import { perDatabase, type Database } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { lateInvoices } from '#server/database/tables/late-invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { disputes } from '#server/database/tables/refunds.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { settings } from '#server/database/tables/platform.ts';
import { projectAddons, projects } from '#server/database/tables/projects.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { balanceOf } from './ledger.ts';
import { bookById } from './price-books.ts';

interface AddonRow {
  readonly ref: string;
  readonly name: string;
  readonly computeSize: (typeof projects.$inferSelect)['computeSize'];
  readonly addons: readonly { readonly type: (typeof projectAddons.$inferSelect)['type']; readonly variant: string }[];
}

/** One JSON value, so that any number of projects takes one round trip. */
const projectsWithAddons = sql<AddonRow[]>`coalesce((
  select json_agg(json_build_object('ref', p.ref, 'name', p.name, 'computeSize', p.compute_size, 'addons', p.addons) order by p.name, p.ref)
  from (
    select ${projects.ref} as ref, ${projects.name} as name, ${projects.computeSize} as compute_size,
      coalesce(
        (select json_agg(json_build_object('type', ${projectAddons.type}, 'variant', ${projectAddons.variant}) order by ${projectAddons.type})
         from ${projectAddons} where ${projectAddons.organizationId} = ${projects.organizationId} and ${projectAddons.projectId} = ${projects.id}),
        '[]'
      ) as addons
    from ${projects} where ${projects.organizationId} = ${subscriptions.organizationId} and ${projects.removedAt} is null
  ) as p
), '[]')`;

const sumOfDisputes = (column: AnyColumn) =>
  sql<number>`coalesce((
    select sum(${column}) from ${disputes} where ${disputes.organizationId} = ${subscriptions.organizationId} and ${disputes.state} = 'open'
  ), 0)`.mapWith(Number);

interface RefundedChange {
  readonly tier: Tier;
  readonly amountCents: number;
  readonly reason: ChangeFailure;
  readonly atSeconds: number;
}

const refundedChange = sql<RefundedChange | null>`(
  select json_build_object('tier', c.tier, 'amountCents', c.charge_cents, 'reason', c.failure_reason,
    'atSeconds', floor(extract(epoch from c.settled_at))::bigint)
  from (
    select * from ${changes} where ${changes.organizationId} = ${subscriptions.organizationId}
    order by ${changes.createdAt} desc, ${changes.id} desc limit 1
  ) as c where c.failure_reason is not null and c.charge_cents > 0
)`;

const noProjects = sql<AddonRow[]>`'[]'::json`;

const subscriptionWith = (db: Database, projectsOf: SQL<AddonRow[]>, name: string) =>
  db
    .select({
      plan: subscriptions.plan,
      usageBillingEnabled: subscriptions.usageBillingEnabled,
      billingCycleAnchor: subscriptions.billingCycleAnchor,
      currentPeriodStart: subscriptions.currentPeriodStart,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      paymentMethodType: subscriptions.paymentMethodType,
      contract: subscriptions.contract,
      scheduledAt: subscriptions.scheduledAt,
      scheduledPlan: subscriptions.scheduledPlan,
      scheduledUsageBilling: subscriptions.scheduledUsageBilling,
      billingPartner: organizations.billingPartner,
      balanceCents: balanceOf(subscriptions.organizationId),
      hasOpenChange: sql<boolean>`exists (
        select 1 from ${changes} where ${changes.organizationId} = ${subscriptions.organizationId} and ${changes.state} = 'open'
      )`,
      chargesPaused: sql<boolean>`exists (select 1 from ${settings} where ${settings.key} = 'charges_pause')`,
      heldCreditCents: sumOfDisputes(disputes.heldCents),
      disputedCents: sumOfDisputes(disputes.amountCents),
      /** Set if the latest change was paid but could not be applied. */
      refundedChange,
      /** Only for an organization on Free. */
      lateInvoice: sql<{ readonly at: number; readonly cents: number } | null>`(
        select json_build_object('at', extract(epoch from ${lateInvoices.closesAt})::bigint, 'cents', ${lateInvoices.amountCents})
        from ${lateInvoices} where ${lateInvoices.organizationId} = ${subscriptions.organizationId} and ${lateInvoices.state} = 'announced'
          and ${lateInvoices.amountCents} >= ${LEAST_LATE_INVOICE_CENTS} and ${subscriptions.plan} = 'free'
        order by ${lateInvoices.closesAt} desc limit 1
      )`,
      projects: projectsOf,
      /** The running cycle is pinned to this price book. */
      priceBookId: sql<string>`(
        select ${billingPeriods.priceBookId} from ${billingPeriods}
        where ${billingPeriods.organizationId} = ${subscriptions.organizationId} and ${billingPeriods.closedAt} is null
      )`,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(eq(subscriptions.organizationId, sql.placeholder('organizationId')))
    .prepare(name);

const statements = perDatabase((db) => ({
  whole: subscriptionWith(db, projectsWithAddons, 'subscription_of_organization'),
  bare: subscriptionWith(db, noProjects, 'bare_subscription_of_organization'),
}));

/** @param withAddons whether to read the add-ons of all projects, which can be thousands */
export async function findSubscription(db: Database, organizationId: number, { withAddons }: { readonly withAddons: boolean }) {
  const { whole, bare } = statements(db);
  const [row] = await (withAddons ? whole : bare).execute({ organizationId });
  if (!row) throw new Error(`Organization ${organizationId} has no subscription`);
  return { ...row, book: await bookById(db, row.priceBookId) };
}

export type SubscriptionRow = Awaited<ReturnType<typeof findSubscription>>;

interface Scheduled {
  readonly at: Date;
  readonly plan: PlanId;
  readonly usageBillingEnabled: boolean;
}

/** @param scheduled the change to schedule; null cancels the scheduled change */
export async function schedulePlan(tx: Database, organizationId: number, scheduled: Scheduled | null): Promise<void> {
  await tx
    .update(subscriptions)
    .set({
      scheduledAt: scheduled?.at ?? null,
      scheduledPlan: scheduled?.plan ?? null,
      scheduledUsageBilling: scheduled?.usageBillingEnabled ?? null,
    })
    .where(eq(subscriptions.organizationId, organizationId));
}
