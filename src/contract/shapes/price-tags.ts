import { z } from 'zod/mini';
import { Cents, ProjectRef, UnixSeconds } from './common.ts';
import { ComputeSize } from './project.ts';

/** Something that can be priced before it is bought. */
export const PricedItem = z.enum(['project', 'branch', 'replica', 'compute_size', 'add_on', 'usage']);

/** Each kind of item requires certain fields and allows no other fields. */
export const PriceTagRequest = z.strictObject({
  item: PricedItem,
  /** Size of a new project or replica, or the new size of a project. */
  compute_size: z.optional(ComputeSize),
  project_ref: z.optional(ProjectRef),
  add_on: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,60}$/, 'must be an add-on variant such as pitr_7'))),
  metric: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{1,60}$/, 'must be a metric'))),
  /** In base units: bytes, or a count. */
  quantity: z.optional(z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(1e15, 'must be at most 1000000000000000'))),
  /** Default: now. */
  from: z.optional(UnixSeconds.check(z.minimum(0, 'must be unix seconds'))),
  /** Exclusive end. Default: no end. */
  until: z.optional(UnixSeconds.check(z.minimum(0, 'must be unix seconds'))),
});

/** Amounts in cents. The total is `list_cents` minus the other amounts. If the item saves money, all amounts are negative. */
const parts = {
  list_cents: Cents,
  /** Amount that quotas and hourly allowances cover. */
  included_cents: Cents,
  /** Amount that is not charged because of the spend cap or a spending limit. */
  not_charged_cents: Cents,
  discount_cents: Cents,
};

const Tag = z.strictObject({
  start: UnixSeconds,
  end: UnixSeconds,
  ...parts,
  /** Amount that Compute Credits pay. */
  credits_cents: Cents,
  total_cents: Cents,
  /** Lines of the invoice that the item changes. */
  lines: z.array(
    z.strictObject({
      description: z.string(),
      metric: z.string(),
      /** Change of the quantity, in base units. */
      quantity: z.number(),
      /** Null if the plan doesn't bill the metric. */
      unit_price_desc: z.nullable(z.string()),
      ...parts,
      /** Amount before Compute Credits are deducted. */
      amount_cents: Cents,
    }),
  ),
});

/** Difference between the bills with and without an item. Assumes that the running resources keep running. */
export const PriceTag = z.strictObject({
  /** Price for the rest of the running cycle. The calculation assumes that no further usage of other items is reported. */
  this_cycle: Tag,
  /** Price for the cycle after the running cycle, with metered usage at the rate of the running cycle. */
  full_month: Tag,
  /** Spending limits that the running cycle would reach if the item is bought. */
  limits: z.array(
    z.strictObject({
      budget_id: z.string(),
      name: z.string(),
      amount_cents: Cents,
      reached_at: UnixSeconds,
      /** Null if the limit isn't reached without the item. */
      reached_at_without: z.nullable(UnixSeconds),
    }),
  ),
});
