import { z } from 'zod/mini';
import { periodFields, periodInOrder } from '#contract/query-period.ts';
import { Cents, UnixSeconds } from './common.ts';

export const CostGrouping = z.enum(['day', 'project', 'branch', 'metric']);

export const CostsQuery = z
  .strictObject({
    /** `day` by default. */
    group_by: z.optional(CostGrouping),
    /** `json` by default. */
    format: z.optional(z.enum(['json', 'csv'])),
    ...periodFields,
  })
  .check(periodInOrder);

/**
 * Costs by group: what invoices charge, before the credit balance, and the usage of the running cycle so far. All groupings have the same
 * total. Usage counts on its day, a plan fee at the start of its cycle, and a correction in the cycle in which it is made.
 */
export const Costs = z.strictObject({
  group_by: CostGrouping,
  groups: z.array(
    z.strictObject({
      /** Day (`2026-05-31`), reference of a project or branch, or metric; null for all other costs. */
      key: z.nullable(z.string()),
      name: z.nullable(z.string()),
      /** Project of the group; for a branch, the project from which it was created. Null for a group without a project. */
      project_ref: z.nullable(z.string()),
      amount_cents: Cents,
    }),
  ),
  total_cents: Cents,
  /** `total_cents`, split by invoice and credit note. The ID is null for costs that are on no invoice yet. */
  documents: z.array(z.strictObject({ id: z.nullable(z.string()), number: z.nullable(z.string()), amount_cents: Cents })),
  /** Days for which daily usage is kept after the end of a cycle. Older usage counts on the first day of its cycle. */
  daily_usage_days: z.int(),
  /** Time until which this response stays the same; null while its costs can still change. */
  same_until: z.nullable(UnixSeconds),
});

export const FocusQuery = z
  .strictObject({
    /** `jsonl` by default: a JSON object per line. */
    format: z.optional(z.enum(['jsonl', 'csv'])),
    ...periodFields,
  })
  .check(periodInOrder);
