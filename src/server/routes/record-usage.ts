import { schemasByName } from '#contract/schemas.ts';
import {
  inBatchOrder,
  refusedRecords,
  reportUsageFailure,
  sortUsageBatch,
  toUsageRecord,
  type RefusedRecord,
} from '#server/billing/usage/usage-batch.ts';
import { recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import type { Database } from '#server/database/database.ts';
import { SERVICE } from '#server/domain/staff/people.ts';
import { recordsOfOtherProjects } from '#server/store/usage/usage-writing.ts';
import type { Handler } from './handler.ts';

/** Separates the records that a token limited to a project may not send: those of other projects, and corrections of such records. */
async function separateOtherProjects(db: Database, organizationId: number, all: readonly UsageRecord[], projectRef: string | null) {
  if (projectRef === null) return { records: all, rejected: [] };
  const corrected = all.flatMap(({ replaces }) => replaces ?? []);
  const others = await recordsOfOtherProjects(db, organizationId, projectRef, corrected);
  const isOther = (record: UsageRecord): boolean => record.projectRef !== projectRef || others.has(record.replaces ?? '');
  const rejected = all.filter(isOther).map(
    (record): RefusedRecord => ({
      index: record.index,
      id: record.id,
      path: record.projectRef === projectRef ? 'replaces' : 'project_ref',
      code: 'other_project',
      message: `This token is limited to the project ${projectRef}`,
    }),
  );
  return { records: all.filter((record) => !isOther(record)), rejected };
}

export const recordUsage: Handler<'recordUsage'> = async ({ body }, { db, config, paymentContext, organization, token, nowSeconds }) => {
  const organizationId = organization.id;
  const sorted = sortUsageBatch(schemasByName.UsageBatchRecord, body.records);
  const written = sorted.records.map(({ written: record, index }) => toUsageRecord(record, index));
  const { records, rejected } = await separateOtherProjects(db, organizationId, written, token?.projectRef ?? null);
  const report = reportUsageFailure(paymentContext.log);
  const sender = { id: token?.id ?? SERVICE, aboveCents: config.usageReviewAboveCents };
  const outcome =
    records.length > 0
      ? await recordUsageOfMany(db, [{ organizationId, records }], nowSeconds, config.lateUsageDays, report, sender)
      : { accepted: 0, duplicates: 0, held: 0, rejected: [] };
  return {
    data: {
      accepted: outcome.accepted,
      duplicates: outcome.duplicates,
      held: outcome.held,
      rejected: inBatchOrder([...sorted.rejected, ...rejected, ...refusedRecords(outcome)]),
    },
  };
};
