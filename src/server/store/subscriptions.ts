import { eq, sql, type SQL } from 'drizzle-orm';
import type { PlanId } from '#contract/types.ts';
import { perDatabase, type Database } from './database.ts';
import { balanceOf } from './ledger.ts';
import { changes } from './tables/changes.ts';
import { organizations } from './tables/organizations.ts';
import { projectAddons, projects } from './tables/projects.ts';
import { subscriptions } from './tables/subscriptions.ts';

interface AddonRow {
  readonly ref: string;
  readonly name: string;
  readonly computeSize: (typeof projects.$inferSelect)['computeSize'];
  readonly addons: readonly { readonly type: (typeof projectAddons.$inferSelect)['type']; readonly variant: string }[];
}

/** Projects with what they have beyond the free compute size, as one JSON value: one round trip for any number of projects. */
const projectsWithAddons = sql<AddonRow[]>`coalesce((
  select json_agg(json_build_object('ref', p.ref, 'name', p.name, 'computeSize', p.compute_size, 'addons', p.addons) order by p.name, p.ref)
  from (
    select ${projects.ref} as ref, ${projects.name} as name, ${projects.computeSize} as compute_size,
      coalesce(
        (select json_agg(json_build_object('type', ${projectAddons.type}, 'variant', ${projectAddons.variant}) order by ${projectAddons.type})
         from ${projectAddons} where ${projectAddons.projectId} = ${projects.id}),
        '[]'
      ) as addons
    from ${projects} where ${projects.organizationId} = ${subscriptions.organizationId}
  ) as p
), '[]')`;

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
      /** Whether a change waits for its payment. */
      hasOpenChange: sql<boolean>`exists (
        select 1 from ${changes} where ${changes.organizationId} = ${subscriptions.organizationId} and ${changes.state} = 'open'
      )`,
      projects: projectsOf,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organizationId))
    .where(eq(subscriptions.organizationId, sql.placeholder('organizationId')))
    .prepare(name);

const statements = perDatabase((db) => ({
  whole: subscriptionWith(db, projectsWithAddons, 'subscription_of_organization'),
  bare: subscriptionWith(db, noProjects, 'bare_subscription_of_organization'),
}));

/** @param withAddons whether the add-ons of all projects are wanted: there may be thousands */
export async function findSubscription(db: Database, organizationId: number, { withAddons }: { readonly withAddons: boolean }) {
  const { whole, bare } = statements(db);
  const [row] = await (withAddons ? whole : bare).execute({ organizationId });
  if (!row) throw new Error(`Organization ${organizationId} has no subscription`);
  return row;
}

export type SubscriptionRow = Awaited<ReturnType<typeof findSubscription>>;

interface Scheduled {
  readonly at: Date;
  readonly plan: PlanId;
  readonly usageBillingEnabled: boolean;
}

/** Schedules a change of plan for the end of the cycle; null takes it back. */
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
