import { adminSchemas } from '#contract/admin/admin-schemas.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import {
  inBatchOrder,
  refusedRecords,
  sortUsageBatch,
  toUsageRecord,
  usageReports,
  withSource,
  type RefusedRecord,
} from '#server/billing/usage/usage-batch.ts';
import { recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import type { OrganizationUsage } from '#server/billing/usage/usage-records.ts';
import { groupedBy, secondsOf } from '#server/database/database.ts';
import { organizationsBySlugs, type NamedOrganization } from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';
import { mayActOn } from './authenticate-key.ts';

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

/** Books usage of many organizations. Each record is either counted once or refused with a reason, independently of the other records. */
export const sendUsage: AdminHandler<'sendUsage'> = async ({ body }, parts) => {
  const { db, key, nowSeconds, lateUsageDays, usageReviewAboveCents, usageClockAheadSeconds, paymentContext } = parts;
  const { records, rejected } = sortUsageBatch(adminSchemas.AdminUsageRecord, body.records);
  const bySlug = groupedBy(records, ({ written }) => written.organization);
  const known = await organizationsBySlugs(
    db,
    [...bySlug.keys()].filter((slug) => mayActOn(key, slug)),
  );
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const placed of records)
    if (!slugs.has(placed.written.organization))
      rejected.push(
        mayActOn(key, placed.written.organization)
          ? refused(placed, 'unknown_organization', 'organization', 'There is no such organization')
          : refused(placed, 'unknown_organization', 'organization', 'Your key is not for this organization'),
      );
  const usage: OrganizationUsage[] = [];
  for (const organization of known) {
    const organizationRecords = bySlug.get(organization.slug) ?? [];
    const open =
      organization.closedAt === null ? organizationRecords : organizationRecords.filter((placed) => !ofClosed(placed, organization));
    for (const placed of organizationRecords)
      if (ofClosed(placed, organization))
        rejected.push(refused(placed, 'organization_closed', 'at', 'The organization was closed before that time'));
    if (open.length > 0)
      usage.push({
        organizationId: organization.id,
        records: open.map(({ written, index }) => withSource(toUsageRecord(written, index), written.source)),
      });
  }
  const { accepted, duplicates, held, ...outcome } = await recordUsageOfMany(
    db,
    usage,
    nowSeconds,
    lateUsageDays,
    paymentContext ? usageReports(paymentContext) : undefined,
    { id: key.id, aboveCents: usageReviewAboveCents, clockAheadSeconds: usageClockAheadSeconds },
  );
  const sentIds = new Map(records.map(({ index, written }) => [index, written.id]));
  rejected.push(...refusedRecords(outcome).map((each) => ({ ...each, id: sentIds.get(each.index) ?? each.id })));
  return { data: { accepted, duplicates, held, rejected: inBatchOrder(rejected) } };
};
