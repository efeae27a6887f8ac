import { schemasByName } from '#contract/schemas.ts';
import { inBatchOrder, refusedRecords, sortUsageBatch, toUsageRecord, usageReports } from '#server/billing/usage/usage-batch.ts';
import { recordUsageOfMany } from '#server/billing/usage/record-usage.ts';
import { ofTokensProject, withSentIds, withStoredIds } from '#server/billing/usage/token-usage.ts';
import { SERVICE } from '#server/domain/staff/people.ts';
import type { Handler } from './handler.ts';

export const recordUsage: Handler<'recordUsage'> = async ({ body }, { db, config, paymentContext, organization, token, nowSeconds }) => {
  const organizationId = organization.id;
  const sorted = sortUsageBatch(schemasByName.UsageBatchRecord, body.records);
  const usageRecords = sorted.records.map(({ written, index }) => toUsageRecord(written, index));
  const { records, rejected } = ofTokensProject(usageRecords, token?.projectRef ?? null);
  const usage = { organizationId, records: token ? withStoredIds(records) : records };
  const sender = { id: token?.id ?? SERVICE, aboveCents: config.usageReviewAboveCents, clockAheadSeconds: config.usageClockAheadSeconds };
  const outcome =
    records.length > 0
      ? await recordUsageOfMany(db, [usage], nowSeconds, config.lateUsageDays, usageReports(paymentContext), sender)
      : { accepted: 0, duplicates: 0, held: 0, rejected: [] };
  return {
    data: {
      accepted: outcome.accepted,
      duplicates: outcome.duplicates,
      held: outcome.held,
      rejected: inBatchOrder([...sorted.rejected, ...rejected, ...withSentIds(refusedRecords(outcome), usageRecords)]),
    },
  };
};
