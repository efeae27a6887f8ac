import { join } from 'node:path';
import type { Log } from '#server/tracing/log.ts';
import { holdLock } from '#server/database/migrate.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { readSetting, writeSetting } from '#server/database/settings.ts';
import { queueInvoiceIssued } from '#server/billing/notices/invoice-notices.ts';
import { backdateDeliveries } from '#server/store/backdate.ts';
import { forgetJobs } from '#server/store/background-jobs.ts';
import { forgetNotices } from '#server/store/notices/notices.ts';
import { isPlatformEmpty } from '#server/store/provisioning/organizations.ts';
import { recordNoEvents } from '#server/store/events/platform-events.ts';
import { demoOrganizations } from './demo-organizations/all-organizations.ts';
import { insertOrganizations, type SeededOrganizations } from './insert-organizations.ts';
import type { OrganizationSeed } from './organization-seed.ts';
import { openPastGateway } from './past-gateway.ts';
import { payThrough } from './payers.ts';

export interface Seeding {
  /** Platform time; all dates are relative to it. */
  readonly nowSeconds: number;
  /** Folder of the sandbox gateway, created by the seeding; null with a real gateway, which has no history to seed. */
  readonly gatewayFolder: string | null;
  readonly log: Log;
  readonly seeds?: readonly OrganizationSeed[] | undefined;
}

export const gatewayFolderIn = (dataDir: string): string => join(dataDir, 'gateway');

/** Seeds the demo into an empty store, completely or not at all. Does nothing if it is seeded or an operator has added data. */
export async function seedDemo(db: Database, { nowSeconds, gatewayFolder, log, seeds = demoOrganizations }: Seeding): Promise<void> {
  if ((await readSetting(db, 'seeded_at_seconds')) !== null) return;
  await db.transaction(async (tx) => {
    await holdLock(tx, 'seed');
    if ((await readSetting(tx, 'seeded_at_seconds')) !== null || !(await isPlatformEmpty(tx))) return;
    await recordNoEvents(tx);
    const living = await insertOrganizations(tx, seeds, nowSeconds);
    if (gatewayFolder !== null) await payAt(tx, gatewayFolder, living, nowSeconds, log);
    await forgetNotices(tx);
    await tellOfPastEmails(tx, living);
    await forgetJobs(tx);
    await writeSetting(tx, 'seeded_at_seconds', nowSeconds);
  });
}

/** The folder is in place before the rows are committed, so an interrupted seeding recreates both. */
async function payAt(tx: Database, folder: string, living: SeededOrganizations, nowSeconds: number, log: Log): Promise<void> {
  const past = await openPastGateway(tx, folder, log);
  try {
    await payThrough(past, living, nowSeconds);
  } catch (error) {
    await past.drop();
    throw error;
  }
  await past.keep();
}

/** Adds past emails: about all invoices of an organization, or about its newest one if an address bounces. */
async function tellOfPastEmails(tx: Database, { organizations, invoices }: SeededOrganizations): Promise<void> {
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
