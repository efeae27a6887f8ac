import { schemasByName } from '#contract/schemas.ts';
import { inBatchOrder, refusedRecords, reportUsageFailure, sortUsageBatch, toUsageRecord } from '#server/billing/usage/usage-batch.ts';
import { recordUsage as record } from '#server/billing/usage/record-usage.ts';
import type { Handler } from './handler.ts';

export const recordUsage: Handler<'recordUsage'> = async ({ body }, { db, config, paymentContext, organization, nowSeconds }) => {
  const { records, rejected } = sortUsageBatch(schemasByName.UsageBatchRecord, body.records);
  const booked = records.map(({ written, index }) => toUsageRecord(written, index));
  const report = reportUsageFailure(paymentContext.log);
  const outcome =
    booked.length > 0
      ? await record(db, organization.id, booked, nowSeconds, config.lateUsageDays, report)
      : { accepted: 0, duplicates: 0, rejected: [] };
  return {
    data: {
      accepted: outcome.accepted,
      duplicates: outcome.duplicates,
      rejected: inBatchOrder([...rejected, ...refusedRecords(outcome)]),
    },
  };
};
