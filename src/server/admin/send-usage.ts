import { adminSchemas } from '#contract/admin/admin-schemas.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { inBatchOrder, refusedRecords, sortUsageBatch, toUsageRecord, type RefusedRecord } from '#server/billing/usage-batch.ts';
import { recordUsage } from '#server/billing/usage-records.ts';
import { secondsOf } from '#server/database/database.ts';
import { organizationsBySlugs, type NamedOrganization } from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';

type Written = AdminShape<'AdminUsageRecord'>;
interface Placed {
  readonly index: number;
  readonly written: Written;
}

const refused = ({ index, written: { id } }: Placed, code: string, path: string, message: string): RefusedRecord => ({
  index,
  id,
  path,
  code,
  message,
});

const ofClosed = ({ written: { at } }: Placed, { closedAt }: NamedOrganization): boolean => closedAt !== null && at >= secondsOf(closedAt);

/** Books usage of many organizations: each record is counted once or refused with its reason, whatever becomes of the others. */
export const sendUsage: AdminHandler<'sendUsage'> = async ({ body }, { db, nowSeconds, lateUsageDays }) => {
  const { records, rejected } = sortUsageBatch(adminSchemas.AdminUsageRecord, body.records);
  const bySlug = new Map<string, Placed[]>();
  for (const placed of records) {
    const { organization } = placed.written;
    const own = bySlug.get(organization);
    if (own) own.push(placed);
    else bySlug.set(organization, [placed]);
  }
  const known = await organizationsBySlugs(db, [...bySlug.keys()]);
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const placed of records)
    if (!slugs.has(placed.written.organization))
      rejected.push(refused(placed, 'unknown_organization', 'organization', 'There is no such organization'));
  let accepted = 0;
  let duplicates = 0;
  // In the order of ids, so that parallel batches never wait for each other in a circle.
  for (const organization of known) {
    const own = bySlug.get(organization.slug) ?? [];
    const open = own.filter((placed) => !ofClosed(placed, organization));
    for (const placed of own)
      if (ofClosed(placed, organization))
        rejected.push(refused(placed, 'organization_closed', 'at', 'The organization was closed before that time'));
    if (open.length === 0) continue;
    const booked = open.map(({ written, index }) => toUsageRecord(written, index));
    const outcome = await recordUsage(db, organization.id, booked, nowSeconds, lateUsageDays);
    accepted += outcome.accepted;
    duplicates += outcome.duplicates;
    rejected.push(...refusedRecords(outcome));
  }
  return { data: { accepted, duplicates, rejected: inBatchOrder(rejected) } };
};
