import { z } from 'zod/mini';
import { InvoiceId, Slug, UnixSeconds } from './common.ts';
import { ComputeSize } from './project.ts';

/** Dollars, decimal: a whole number of cents. */
const Dollars = z.number();

/** An exact quantity in base units: 'n' or 'n/d'. */
const Exact = z.string().check(z.regex(/^-?\d+(\/\d+)?$/));

/**
 * Id of a line, unique in its invoice: metric and resource kind, or a fixed word.
 * If the line is for an earlier period, the id ends with the start of that period.
 */
export const LineId = z.string().check(z.regex(/^[A-Za-z0-9_]{1,80}(\.[a-z]{1,20})?(\.\d{1,12})?$/, 'must be a line id'));

/** Unit of a quantity. 1 GB is 1e9 bytes. */
export const LineUnit = z.enum(['bytes', 'hours', 'gb_hours', 'iops_hours', 'mbps_hours', 'count', 'cents']);

const DerivationStep = z.strictObject({
  billable: Exact,
  /** Dollars per `per_units` base units, exact to 8 decimals. */
  unit_price: z.number(),
  per_units: z.number(),
  /** True if a started package of `per_units` is charged in full. */
  whole_packages: z.boolean(),
});

/** Calculation of an amount: sum of the steps, less the discounts in order, rounded once, less the amount already invoiced. */
export const Derivation = z.strictObject({
  unit: LineUnit,
  used: Exact,
  /** Included quantity; null if it is unlimited. */
  included: z.nullable(Exact),
  /** Usage above the included quantity that is not charged because of the spend cap or a spending limit. */
  uncharged: Exact,
  billable: Exact,
  /** Price of the first step in dollars; null if there is no price. */
  unit_price: z.nullable(z.number()),
  steps: z.array(DerivationStep),
  rounding: z.literal('half_away_from_zero_to_cent'),
  discount: z.array(z.union([z.strictObject({ basis_points: z.int() }), z.strictObject({ amount: Dollars })])),
  /** Amounts of this line that earlier invoices of the same cycle already contain. */
  invoiced: z.strictObject({ amount: Dollars, amount_before_discount: Dollars }),
  /** Shortened cycle: quotas and credits count for `lasted_seconds` of `length_seconds`. Null if the cycle was not shortened. */
  prorated: z.nullable(z.strictObject({ lasted_seconds: z.int(), length_seconds: z.int() })),
});

export const BreakdownEntry = z.strictObject({
  project_ref: z.string(),
  project_name: z.string(),
  /** In base units: bytes, hours, counts. */
  usage: z.number(),
  /** Clock hours over all resources, and the number of resources; absent for counts and peaks. */
  hours: z.optional(z.int()),
  count: z.optional(z.int()),
  /** Dollars; the entries sum to the amount of the line. */
  amount: Dollars,
  /** Present only on lines for compute. */
  project_db_instance_size: z.optional(ComputeSize),
});

export const InvoiceLine = z.strictObject({
  id: LineId,
  description: z.string(),
  amount: Dollars,
  amount_before_discount: Dollars,
  /** True for a part of a period: refunded unused time, or usage of a shortened cycle. */
  proration: z.boolean(),
  usage_based: z.boolean(),
  /** API extension: usage of an earlier period that a plan change ended. Absent otherwise. */
  carried_over: z.optional(z.literal(true)),
  /** API extension: usage that was reported after its cycle had been invoiced. Absent otherwise. */
  reported_later: z.optional(z.literal(true)),
  /** Charged quantity in the priced unit: GB, hours, whole packages. */
  quantity: z.number(),
  /** Dollars per unit of `quantity`. */
  unit_price: z.number(),
  unit_price_desc: z.string(),
  usage_metric: z.optional(z.string()),
  /** Total usage in base units. */
  usage_original: z.optional(z.number()),
  period: z.strictObject({ start: UnixSeconds, end: UnixSeconds }),
  metadata: z.optional(z.strictObject({ is_branch: z.boolean(), is_read_replica: z.boolean() })),
  /** Highest amount first. */
  breakdown: z.optional(z.array(BreakdownEntry)),
  /** Number of entries, and the cursor of the rest; present only if the request sets a maximum number of entries. */
  breakdown_count: z.optional(z.int()),
  breakdown_cursor: z.optional(z.nullable(z.string())),
  /** API extension: version of the price book by which the line was billed. */
  price_book: z.optional(z.string()),
  /** Null for a fixed price. */
  derivation: z.nullable(Derivation),
});

export const InvoiceLines = z.strictObject({ invoice_id: InvoiceId, lines: z.array(InvoiceLine) });

/** Usage of one day. This usage is held for review. */
export const HeldUsage = z.strictObject({
  usage_metric: z.string(),
  name: z.string(),
  /** Quantity and unit, for example `1,000 GB`. */
  quantity: z.string(),
  /** A UTC day: '2026-05-31'. */
  date: z.iso.date(),
  /** True if the record corrects usage that was reported earlier. */
  correction: z.boolean(),
});

export const UpcomingInvoice = z.strictObject({
  subscription_id: z.string(),
  currency: z.literal('usd'),
  /** Cents; positive is credit owed to the customer. */
  customer_balance: z.int(),
  /** Dollars, before the customer balance. */
  amount_total: Dollars,
  /** Dollars, including the predictable costs until the end of the cycle. */
  amount_projected: Dollars,
  billing_cycle_start: UnixSeconds,
  billing_cycle_end: UnixSeconds,
  lines: z.array(InvoiceLine),
  /** API extension: usage by day that is not billed until staff have reviewed it. Absent if none is held. */
  held_usage: z.optional(z.array(HeldUsage)),
  /** Minimum price of each project after the first, in dollars per month. API extension `price-book`. */
  further_project_price: z.optional(z.number()),
});

const entries = (name: string, min: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,5}$/, `${name} must be a whole number from ${min} to 1000`)), z.transform(Number)),
    z.int().check(z.minimum(min, `${name} must be at least ${min}`), z.maximum(1000, `${name} must be at most 1000`)),
  );

export const UpcomingInvoiceQuery = z.strictObject({ breakdown_limit: z.optional(entries('breakdown_limit', 0)) });

export const UpcomingLineParams = z.strictObject({ slug: Slug, line_id: LineId });

/** Position in a breakdown: the page starts after the entry with this amount (in cents) and this project. */
export const BreakdownCursor = z.string().check(z.regex(/^-?\d{1,16}_[a-z]{1,40}$/, 'must be a cursor of this call'));

export const BreakdownQuery = z.strictObject({ cursor: z.optional(BreakdownCursor), limit: z.optional(entries('limit', 1)) });

export const BreakdownPage = z.strictObject({
  breakdown: z.array(BreakdownEntry),
  breakdown_count: z.int(),
  next_cursor: z.nullable(z.string()),
});
