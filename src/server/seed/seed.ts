import { join } from 'node:path';
import type { Log } from '#server/tracing/log.ts';
import { holdLock } from '#server/database/migrate.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import { dropUpcomingEvents } from '#server/billing/invoices/upcoming-event.ts';
import { queueInvoiceIssued } from '#server/billing/notices/invoice-notices.ts';
import { backdateDeliveries, backdateEmails, type PastPayment } from '#server/store/backdate.ts';
import { forgetJobs } from '#server/store/background-jobs.ts';
import { forgetNotices } from '#server/store/notices/notices.ts';
import { isPlatformEmpty } from '#server/store/provisioning/organizations.ts';
import { recordNoEvents } from '#server/store/events/platform-events.ts';
import { demoOrganizations } from './demo-organizations/all-organizations.ts';
import { insertOrganizations, type SeededOrganizations } from './insert-organizations.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import { openPastGateway, type PastGateway } from './past-gateway.ts';
import { finishPayments, payerSteps } from './payers.ts';
import { restrictionSteps } from './restriction-steps.ts';
import type { SeedStep } from './seed-steps.ts';
import { yearSteps } from './year/year-steps.ts';

export interface Seeding {
  /** Unix seconds. All dates of the demo are relative to this time. */
  readonly nowSeconds: number;
  /** The seeding creates this folder of the sandbox gateway. Null for a real gateway, in which no history can be seeded. */
  readonly gatewayFolder: string | null;
  readonly log: Log;
  readonly seeds?: readonly OrganizationSeed[] | undefined;
}

/** Number of most recent cycles in which emails to bouncing addresses bounce. Applies only to organizations with past actions. */
const bouncingCycles = 2;

export const gatewayFolderIn = (dataDir: string): string => join(dataDir, 'gateway');

/** Seeds an empty store in one transaction. Does nothing if the demo was already seeded, or if an operator has added data. */
export async function seedDemo(db: Database, { nowSeconds, gatewayFolder, log, seeds = demoOrganizations }: Seeding): Promise<void> {
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return;
  await db.transaction(async (tx) => {
    await holdLock(tx, 'seed');
    if ((await readSetting(tx, 'seeded_at_seconds')) !== null || !(await isPlatformEmpty(tx))) return;
    await recordNoEvents(tx);
    const living =
      gatewayFolder === null
        ? await insertBooks(tx, seeds, nowSeconds)
        : await insertWithGateway(tx, seeds, { folder: gatewayFolder, nowSeconds, log });
    await settleEmails(tx, living);
    await dropUpcomingEvents(tx, nowSeconds);
    await forgetJobs(tx);
    await writeSetting(tx, 'seeded_at_seconds', nowSeconds);
  });
}

const reviewSteps = (tx: Database, { organizations }: SeededOrganizations, nowSeconds: number): SeedStep[] =>
  organizations.flatMap((organization) => restrictionSteps(tx, organization, nowSeconds));

/** Inserts the demo without a gateway. Omits past actions, because they include payments. */
const insertBooks = (tx: Database, seeds: readonly OrganizationSeed[], nowSeconds: number): Promise<SeededOrganizations> =>
  insertOrganizations(
    tx,
    seeds.map((seed) => ({ ...seed, acts: undefined })),
    nowSeconds,
    (seeded) => ({ steps: reviewSteps(tx, seeded, nowSeconds), moveClock: () => undefined }),
  );

async function insertPaying(
  tx: Database,
  seeds: readonly OrganizationSeed[],
  past: PastGateway,
  nowSeconds: number,
): Promise<SeededOrganizations> {
  const payments: PastPayment[] = [];
  const living = await insertOrganizations(tx, seeds, nowSeconds, (seeded) => {
    const { organizations, invoices, memberIds } = seeded;
    const paid = organizations.flatMap((organization) => {
      const ownInvoices = invoices.filter(({ organizationId }) => organizationId === organization.id);
      return [
        ...payerSteps({ past, payments, memberIds, nowSeconds }, organization, ownInvoices),
        ...yearSteps({ past, memberIds, nowSeconds }, organization),
      ];
    });
    return { steps: [...paid, ...reviewSteps(tx, seeded, nowSeconds)], moveClock: past.at };
  });
  await finishPayments(past, payments, living, nowSeconds);
  return living;
}

/** Inserts the demo, and replaces the gateway's folder before the commit. If this is interrupted, the next seeding recreates both. */
async function insertWithGateway(
  tx: Database,
  seeds: readonly OrganizationSeed[],
  { folder, nowSeconds, log }: { readonly folder: string; readonly nowSeconds: number; readonly log: Log },
): Promise<SeededOrganizations> {
  const past = await openPastGateway(tx, folder, log);
  const living = await insertPaying(tx, seeds, past, nowSeconds).catch(async (error: unknown) => {
    await past.drop();
    throw error;
  });
  await past.keep();
  return living;
}

/**
 * Backdates the emails of organizations with past actions, and adds emails about past invoices. If an address bounces but `hasPastEmails`
 * is not set, only the newest invoice gets emails.
 */
async function settleEmails(tx: Database, { organizations, invoices }: SeededOrganizations): Promise<void> {
  const withActs = organizations.filter(({ seed }) => seed.acts);
  await forgetNotices(
    tx,
    withActs.map(({ id }) => id),
  );
  for (const { id, seed, timeline } of withActs)
    await backdateEmails(tx, id, {
      addresses: seed.bouncedEmails ?? [],
      sinceSeconds: timeline.boundary(seed.cyclesBefore - bouncingCycles),
    });
  for (const { id: organizationId, seed } of organizations) {
    const { bouncedEmails = [], hasPastEmails = false } = seed;
    const ownInvoices = invoices.filter((invoice) => invoice.organizationId === organizationId);
    const noticedInvoices = hasPastEmails ? ownInvoices : bouncedEmails.length > 0 ? ownInvoices.slice(-1) : [];
    for (const { id, amountDueCents, finalizedAtSeconds: atSeconds } of noticedInvoices) {
      await queueInvoiceIssued(tx, { organizationId, id, totalCents: amountDueCents, dueCents: amountDueCents, atSeconds });
      await backdateDeliveries(tx, organizationId, bouncedEmails, instantOf(atSeconds));
    }
  }
}
