import { z } from 'zod/mini';
import { UsageBatchOutcome, UsageBatchRecord } from '#contract/shapes/usage.ts';

/** One measured piece of usage of any organization. */
export const AdminUsageRecord = z.extend(UsageBatchRecord, {
  /** Its slug. */
  organization: z.string().check(z.maxLength(100, 'must be an organization slug')),
});

const mostRecords = 5000;

/** Anything is taken for a record here and refused on its own where it is none, so that it takes no other with it. */
export const AdminUsageBatch = z.strictObject({
  records: z
    .array(z.union([AdminUsageRecord, z.unknown()]))
    .check(z.minLength(1, 'must hold at least one record'), z.maxLength(mostRecords, `must hold at most ${mostRecords} records`)),
});

export const AdminUsageOutcome = UsageBatchOutcome;
