import { type Database, secondsOf } from '#server/database/database.ts';
import { spansOf, startResources } from '#server/store/resources.ts';
import { members } from '#server/database/tables/members.ts';
import { memberships, organizations } from '#server/database/tables/organizations.ts';
import { discounts } from '#server/database/tables/periods.ts';
import { scriptedFaults } from '#server/database/tables/platform.ts';
import { projectAddons, projects } from '#server/database/tables/projects.ts';
import { readSetting } from '#server/database/settings.ts';
import { endPastScenes } from '#server/store/backdate.ts';
import { restrictionReviews } from '#server/database/tables/restriction-reviews.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { projectRef } from './identifiers.ts';
import { beginHistory, heldUsageSteps, replayHistory, type LivingOrganization } from './replay-history.ts';
import { everyMember, demoMembers } from './members.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import type { MemberIds } from './cast.ts';
import { outcomeSteps, type SeededInvoice } from './payment-outcomes.ts';
import { lastReviews } from './restriction-steps.ts';
import { addonRows, creditSteps, discountRows, organizationRow, projectRows, subscriptionRow } from './rows.ts';
import { replaySteps, type SeedStep } from './seed-steps.ts';
import { timelineOf } from './timeline.ts';

type Ids = ReadonlyMap<string, number>;

/** Does nothing without rows, because an insert without values is invalid SQL. */
const some = async <T>(rows: readonly T[], insert: (rows: T[]) => PromiseLike<unknown>): Promise<void> => {
  if (rows.length > 0) await insert([...rows]);
};

async function insertMembers(db: Database): Promise<Ids> {
  const rows = everyMember.map(({ handle, username, primaryEmail, freeProjectLimit }) => ({
    handle,
    username,
    primaryEmail,
    freeProjectLimit,
  }));
  const inserted = await db.insert(members).values(rows).returning({ id: members.id, handle: members.handle });
  return new Map(inserted.map(({ id, handle }) => [handle, id]));
}

const idOf = (ids: Ids, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`${name} has not been inserted`);
  return id;
};

function membershipRows({ seed, id: organizationId }: LivingOrganization, memberIds: Ids) {
  const demoRoles = demoMembers.flatMap(({ handle, role }) => (role === null ? [] : [[handle, role] as const]));
  const ownRoles = Object.entries(seed.members ?? {});
  const roles = seed.ownMembersOnly ? ownRoles : [...demoRoles, ...ownRoles];
  return roles.map(([handle, role]) => ({ organizationId, memberId: idOf(memberIds, handle), role }));
}

async function insertProjects(db: Database, all: readonly LivingOrganization[]): Promise<void> {
  const inserted = await db
    .insert(projects)
    .values(all.flatMap(projectRows))
    .returning({ id: projects.id, ref: projects.ref, createdAt: projects.createdAt });
  const known = new Map(inserted.map((row) => [row.ref, row]));
  const rowOf = (ref: string) => {
    const row = known.get(ref);
    if (!row) throw new Error(`Project ${ref} has not been inserted`);
    return row;
  };
  await some(
    all.flatMap((organization) => addonRows(organization, (ref) => rowOf(ref).id)),
    (rows) => db.insert(projectAddons).values(rows),
  );
  const spans = all.flatMap(({ seed, id: organizationId }) =>
    seed.projects.flatMap(
      ({ name, status = 'ACTIVE_HEALTHY', size = 'micro', isBranch = false, addons = [], replicas = [], diskGb = 8 }) => {
        const { id: projectId, ref, createdAt } = rowOf(projectRef(seed.slug, name));
        return spansOf({ organizationId, projectId, ref, status, size, isBranch, addons, replicas, diskGb }, secondsOf(createdAt));
      },
    ),
  );
  await startResources(db, spans);
}

function withOutcomes({ seed }: LivingOrganization, invoices: readonly Omit<SeededInvoice, 'outcome'>[]): SeededInvoice[] {
  return invoices.map((invoice, index) => ({ ...invoice, outcome: seed.invoices?.[invoices.length - 1 - index] ?? {} }));
}

export interface SeededOrganizations {
  readonly organizations: readonly LivingOrganization[];
  /** Invoices of all organizations, except organizations with past actions. */
  readonly invoices: readonly SeededInvoice[];
  readonly memberIds: MemberIds;
}

/** Steps of the demo's history, and a function that moves the gateway's clock to the time of a step. */
export interface FurtherSteps {
  readonly steps: readonly SeedStep[];
  readonly moveClock: (atSeconds: number) => void;
}

const noSteps = (): FurtherSteps => ({ steps: [], moveClock: () => undefined });

/**
 * Inserts organizations, replays their cycles, runs all steps and then reviews the restrictions. If an organization has past actions, only
 * its first cycle is replayed, because its steps create the later cycles.
 */
export async function insertOrganizations(
  db: Database,
  seeds: readonly OrganizationSeed[],
  nowSeconds: number,
  further: (seeded: SeededOrganizations) => FurtherSteps = noSteps,
): Promise<SeededOrganizations> {
  const seeded = await insertRows(db, seeds, nowSeconds);
  const { organizations: all, invoices } = seeded;
  const { steps, moveClock } = further(seeded);
  const offsetMs = await readSetting(db, 'clock_offset_ms');
  const others = all.flatMap((organization) => [
    ...creditSteps(db, organization, nowSeconds),
    ...heldUsageSteps(db, organization, nowSeconds),
  ]);
  await replaySteps(db, [...steps, ...outcomeSteps(db, invoices, nowSeconds), ...others], moveClock);
  await replaySteps(db, lastReviews(db, all, nowSeconds), moveClock);
  await endPastScenes(db, offsetMs);
  return seeded;
}

async function insertRows(db: Database, seeds: readonly OrganizationSeed[], nowSeconds: number): Promise<SeededOrganizations> {
  const memberIds = await insertMembers(db);
  const inserted = await db
    .insert(organizations)
    .values(seeds.map((seed) => organizationRow(seed, timelineOf(seed, nowSeconds))))
    .returning({ id: organizations.id, slug: organizations.slug });
  const ids: Ids = new Map(inserted.map(({ id, slug }) => [slug, id]));
  const all = seeds.map((seed): LivingOrganization => ({ seed, id: idOf(ids, seed.slug), timeline: timelineOf(seed, nowSeconds) }));

  await db.insert(memberships).values(all.flatMap((organization) => membershipRows(organization, memberIds)));
  await db.insert(subscriptions).values(all.map(subscriptionRow));
  await insertProjects(db, all);
  await some(all.flatMap(discountRows), (rows) => db.insert(discounts).values(rows));
  await some(
    all.flatMap(({ seed, id }) =>
      seed.reportedViolations ? [{ organizationId: id, reportedViolations: [...seed.reportedViolations] }] : [],
    ),
    (rows) => db.insert(restrictionReviews).values(rows),
  );
  await some(
    all.flatMap(({ seed, id }) => (seed.fault ? [{ organizationId: id, ...seed.fault }] : [])),
    (rows) => db.insert(scriptedFaults).values(rows),
  );

  const invoices: SeededInvoice[] = [];
  for (const organization of all) {
    if (organization.seed.acts) await beginHistory(db, organization, nowSeconds);
    else invoices.push(...withOutcomes(organization, await replayHistory(db, organization, nowSeconds)));
  }
  return { organizations: all, invoices, memberIds };
}
