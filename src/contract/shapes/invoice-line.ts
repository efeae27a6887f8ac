import { z } from 'zod';
import { InvoiceId, Slug, UnixSeconds } from './common.ts';
import { ComputeSize } from './project.ts';

/** Dollars, decimal: a whole number of cents. */
const Dollars = z.number();

/** An exact quantity in base units: 'n' or 'n/d'. */
const Exact = z.string().regex(/^-?\d+(\/\d+)?$/);

/** A line within its invoice: the metric and whose resources, or a fixed word; of an earlier period with its start. */
export const LineId = z.string().regex(/^[A-Za-z0-9_]{1,80}(\.[a-z]{1,20})?(\.\d{1,12})?$/, 'must be a line id');

/** What a quantity counts. GB are 1e9 bytes. */
export const LineUnit = z.enum(['bytes', 'hours', 'gb_hours', 'iops_hours', 'mbps_hours', 'count', 'cents']);

const DerivationStep = z.strictObject({
  billable: Exact,
  /** Dollars per `per_units` base units, exact to 8 decimals. */
  unit_price: z.number(),
  per_units: z.number(),
  /** A started package of `per_units` is charged whole. */
  whole_packages: z.boolean(),
});

/** How an amount came about: the steps' sum, less discounts in their order, rounded once, less what was invoiced. */
export const Derivation = z.strictObject({
  unit: LineUnit,
  used: Exact,
  /** Null is unlimited. */
  included: Exact.nullable(),
  /** Above what is included and not charged, because the spend cap was on. */
  uncharged: Exact,
  billable: Exact,
  /** Dollars; of the first step, null where nothing is priced. */
  unit_price: z.number().nullable(),
  steps: z.array(DerivationStep),
  rounding: z.literal('half_away_from_zero_to_cent'),
  discount: z.array(z.union([z.strictObject({ basis_points: z.int() }), z.strictObject({ amount: Dollars })])),
  /** What earlier invoices of the same cycle hold of this line. */
  invoiced: z.strictObject({ amount: Dollars, amount_before_discount: Dollars }),
  /** Quotas and credits count for this part of a cycle that was shortened. */
  prorated: z.strictObject({ lasted_seconds: z.int(), length_seconds: z.int() }).nullable(),
});

export const BreakdownEntry = z.strictObject({
  project_ref: z.string(),
  project_name: z.string(),
  /** In base units: bytes, hours, counts. */
  usage: z.number(),
  /** Clock hours over all resources, and how many resources; absent for counts and peaks. */
  hours: z.int().optional(),
  count: z.int().optional(),
  /** Dollars; the parts of a line sum to the line. */
  amount: Dollars,
  /** Only on lines of compute. */
  project_db_instance_size: ComputeSize.optional(),
});

export const InvoiceLine = z.strictObject({
  id: LineId,
  description: z.string(),
  amount: Dollars,
  amount_before_discount: Dollars,
  /** Part of a period only: unused time given back, or usage of a cycle that was shortened. */
  proration: z.boolean(),
  usage_based: z.boolean(),
  /** What is charged for, in units of the price: GB, hours, whole packages. */
  quantity: z.number(),
  /** Dollars per unit of `quantity`. */
  unit_price: z.number(),
  unit_price_desc: z.string(),
  usage_metric: z.string().optional(),
  /** All that was used, in base units. */
  usage_original: z.number().optional(),
  period: z.strictObject({ start: UnixSeconds, end: UnixSeconds }),
  metadata: z.strictObject({ is_branch: z.boolean(), is_read_replica: z.boolean() }).optional(),
  /** Highest amount first. */
  breakdown: z.array(BreakdownEntry).optional(),
  /** How many entries there are, and where the rest begins; only where a limit was asked for. */
  breakdown_count: z.int().optional(),
  breakdown_cursor: z.string().nullable().optional(),
  /** Null for a fixed price. */
  derivation: Derivation.nullable(),
});

export const InvoiceLines = z.strictObject({ invoice_id: InvoiceId, lines: z.array(InvoiceLine) });

export const UpcomingInvoice = z.strictObject({
  subscription_id: z.string(),
  currency: z.literal('usd'),
  /** Cents; positive is credit owed to the customer. */
  customer_balance: z.int(),
  /** Dollars, before the customer balance. */
  amount_total: Dollars,
  /** Dollars; with the predictable costs to the end of the cycle. */
  amount_projected: Dollars,
  billing_cycle_start: UnixSeconds,
  billing_cycle_end: UnixSeconds,
  lines: z.array(InvoiceLine),
});

const entries = (name: string, min: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from ${min} to 1000`)
    .transform(Number)
    .pipe(z.int().min(min, `${name} must be at least ${min}`).max(1000, `${name} must be at most 1000`));

export const UpcomingInvoiceQuery = z.strictObject({ breakdown_limit: entries('breakdown_limit', 0).optional() });

export const UpcomingLineParams = z.strictObject({ slug: Slug, line_id: LineId });

/** Where a page of a breakdown begins: after the entry of this amount (cents) and project. */
export const BreakdownCursor = z.string().regex(/^-?\d{1,16}_[a-z]{1,40}$/, 'must be a cursor of this call');

export const BreakdownQuery = z.strictObject({ cursor: BreakdownCursor.optional(), limit: entries('limit', 1).optional() });

export const BreakdownPage = z.strictObject({
  breakdown: z.array(BreakdownEntry),
  breakdown_count: z.int(),
  next_cursor: z.string().nullable(),
});
