import { stepFrom } from '#lib/dates/calendar.ts';
import { findAddonVariant } from '#server/domain/addons.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { creditEntries, postToLedger } from '#server/store/ledger.ts';
import type { organizations } from '#server/database/tables/organizations.ts';
import type { discounts } from '#server/database/tables/periods.ts';
import type { projectAddons, projects } from '#server/database/tables/projects.ts';
import type { subscriptions } from '#server/database/tables/subscriptions.ts';
import { projectRef, subscriptionId } from './identifiers.ts';
import { billsUsage, type LivingOrganization } from './replay-history.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import type { SeedStep } from './seed-steps.ts';
import type { Timeline } from './timeline.ts';

const hourSeconds = 3600;

/** One hour before the first cycle. */
const createdAtSeconds = ({ boundary }: Timeline): number => stepFrom(boundary(0), { hours: -1 });

export function organizationRow(seed: OrganizationSeed, timeline: Timeline): typeof organizations.$inferInsert {
  const createdAt = instantOf(createdAtSeconds(timeline));
  return {
    slug: seed.slug,
    name: seed.name,
    billingEmail: seed.billingEmail ?? null,
    additionalBillingEmails: [...(seed.additionalEmails ?? [])],
    disabledFeatures: [...(seed.disabledFeatures ?? [])],
    billingPartner: seed.partner ?? null,
    createdAt,
    updatedAt: createdAt,
  };
}

export const subscriptionRow = ({ seed, id, timeline }: LivingOrganization): typeof subscriptions.$inferInsert => ({
  id: subscriptionId(seed.slug),
  organizationId: id,
  plan: seed.plan,
  usageBillingEnabled: billsUsage(seed),
  billingCycleAnchor: instantOf(timeline.anchorSeconds),
  currentPeriodStart: instantOf(timeline.boundary(0)),
  currentPeriodEnd: instantOf(timeline.boundary(1)),
  paymentMethodType: seed.paymentMethodType ?? 'card',
  contract: seed.contract ?? null,
  ...(seed.scheduledPlan
    ? {
        scheduledAt: instantOf(timeline.running.endSeconds),
        scheduledPlan: seed.scheduledPlan,
        scheduledUsageBilling: seed.scheduledPlan !== 'free',
      }
    : {}),
});

export const projectRows = ({ seed, id, timeline }: LivingOrganization): (typeof projects.$inferInsert)[] =>
  seed.projects.map(({ name, status = 'ACTIVE_HEALTHY', size = 'micro', isBranch = false, usesOriole = false }, index) => ({
    ref: projectRef(seed.slug, name),
    organizationId: id,
    name,
    status,
    computeSize: size,
    isBranch,
    usesOriole,
    createdAt: instantOf(timeline.anchorSeconds + index * hourSeconds),
  }));

export const addonRows = ({ seed, id }: LivingOrganization, idOf: (ref: string) => number): (typeof projectAddons.$inferInsert)[] =>
  seed.projects.flatMap(({ name, addons = [] }) =>
    addons.map((identifier) => {
      const variant = findAddonVariant(identifier);
      if (!variant) throw new Error(`There is no add-on ${identifier}`);
      return { organizationId: id, projectId: idOf(projectRef(seed.slug, name)), type: variant.type, variant: identifier };
    }),
  );

export const discountRows = ({ seed, id, timeline }: LivingOrganization): (typeof discounts.$inferInsert)[] =>
  (seed.discounts ?? []).map(({ key, basisPoints, fromCycle = 0, untilCycle }) => ({
    organizationId: id,
    lineKey: key,
    basisPoints,
    startsAt: instantOf(timeline.boundary(fromCycle)),
    endsAt: untilCycle === undefined ? null : instantOf(timeline.boundary(untilCycle)),
  }));

export const creditSteps = (tx: Database, { seed, id }: LivingOrganization, nowSeconds: number): SeedStep[] =>
  (seed.credits ?? []).map(({ cents, from, description, daysAgo }, index) => {
    const atSeconds = stepFrom(nowSeconds, { days: -daysAgo });
    const transaction = {
      organizationId: id,
      businessKey: `credit:${seed.slug}:${index + 1}`,
      description,
      occurredAt: instantOf(atSeconds),
      entries: creditEntries(from, cents),
    };
    return { atSeconds, run: () => postToLedger(tx, [transaction]) };
  });
