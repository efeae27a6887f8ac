import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { typedName } from '#contract/typed-line.ts';
import { Cents, ProposalId, Slug, UnixSeconds } from './common.ts';

/** Recipients get an alert when the actual or the projected amount of the cycle reaches this percentage of the budget. */
export const BudgetThreshold = z.strictObject({
  percent: z.int().check(z.minimum(1, 'must be from 1 to 1000'), z.maximum(1000, 'must be from 1 to 1000')),
  on: z.enum(['actual', 'projected']),
});

/** 'organization', 'project:' and the project's reference, or 'metric:' and the key of a metric. */
export const BudgetScope = z
  .string()
  .check(
    z.regex(/^(organization|project:[a-z]{20}|metric:[A-Z][A-Z0-9_]{0,63})$/, "must be 'organization', 'project:{ref}' or 'metric:{key}'"),
  );

/** Period for which a limit applies: `cycle` (default), or `day` (a UTC day, only for limits on counted metrics). */
export const BudgetWindow = z.enum(['cycle', 'day']);

/** `bill`: amount_total of the upcoming invoice, before credits, after discounts. `overage`: part of `bill` that the spend cap covers. */
export const BudgetBasis = z.enum(['bill', 'overage']);

/** `stop`: usage beyond the amount is metered but not charged, if the spend cap covers this kind of usage. */
export const BudgetAtLimit = z.enum(['alert', 'stop']);

const budgetLimits = { name: 100, amountCents: 100_000_000_00, thresholds: 20, recipients: 20 } as const;

const fields = {
  name: typedName(1, budgetLimits.name),
  scope: BudgetScope,
  window: z.optional(BudgetWindow),
  basis: BudgetBasis,
  amount_cents: Cents.check(
    z.minimum(0, 'must be at least 0'),
    z.maximum(budgetLimits.amountCents, `must be at most ${budgetLimits.amountCents}`),
  ),
  thresholds: z.array(BudgetThreshold).check(z.maxLength(budgetLimits.thresholds, `must have at most ${budgetLimits.thresholds} entries`)),
  at_limit: BudgetAtLimit,
  recipients: z.optional(
    z.array(EmailAddress).check(z.maxLength(budgetLimits.recipients, `must have at most ${budgetLimits.recipients} entries`)),
  ),
};

/** Set if the button "Stop charges now" created the limit and can remove it; absent for other budgets. Never changes. */
const origin = z.optional(z.literal('stop_charges'));

/** `proposal_id`: ID of the approved proposal. Saving the limit completes the proposal. */
export const BudgetRequest = z.strictObject({ ...fields, origin, proposal_id: z.optional(ProposalId) });
/** `version`: the version on which the change is based. */
export const BudgetUpdate = z.strictObject({ ...fields, version: z.int().check(z.minimum(1)) });

/** A stored budget. Today's validation may reject its name or recipients. */
export const Budget = z.strictObject({
  ...fields,
  name: z.string(),
  recipients: z.optional(z.array(z.string())),
  id: z.string(),
  version: z.int(),
  origin,
  /** Name of the project that the budget covers; null if the budget covers no project, or if the project was deleted. */
  project_name: z.nullable(z.string()),
  spent_cents: z.int(),
  /** Projection for the end of the cycle. */
  projected_cents: z.int(),
  limit_reached: z.boolean(),
});

export const BudgetList = z.strictObject({ budgets: z.array(Budget) });

export const BudgetParams = z.strictObject({
  slug: Slug,
  budget_id: z.string().check(z.regex(/^bud_[a-f0-9]{24}$/, 'must be a budget id')),
});

/** Reached thresholds, newest first. The list contains each threshold at most once per cycle and version of the budget. */
export const BudgetHistory = z.strictObject({
  events: z.array(
    z.strictObject({
      percent: z.int(),
      on: z.enum(['actual', 'projected']),
      at: UnixSeconds,
      /** Time at which a correction of usage reduced the amount below the threshold; absent while the threshold is reached. */
      resolved_at: z.optional(UnixSeconds),
    }),
  ),
});

export const BudgetPreview = z.strictObject({
  spent_cents: z.int(),
  projected_cents: z.int(),
  /** Thresholds that are reached as soon as the budget is saved. */
  reached: z.array(BudgetThreshold),
  /** Time at which the running resources alone reach the amount; null if the cycle ends earlier. */
  reached_at: z.nullable(UnixSeconds),
  /** Current effect on charges; null for a budget that only alerts. */
  stop: z.nullable(
    z.strictObject({
      /** False while the spend cap is on, because the cap already limits the same usage. */
      is_active: z.boolean(),
      /** Limit for the covered usage in this cycle. `charged_cents` is the amount charged so far. */
      allowance_cents: z.int(),
      charged_cents: z.int(),
      /** True if charges stop as soon as the budget is saved. */
      stops_now: z.boolean(),
      covers: z.array(z.string()),
      cannot_cover: z.array(z.string()),
    }),
  ),
  /** Effect that the limit, or the spend cap, would have had in the last closed cycles. */
  replay: z.strictObject({
    cycles: z.int(),
    limit: z.nullable(z.strictObject({ less_cents: z.int(), limited_days: z.int() })),
    spend_cap: z.strictObject({ less_cents: z.int(), limited_days: z.int() }),
  }),
});

const Parts = z.strictObject({
  quantity: z.int(),
  projects: z.int(),
  quota: z.int(),
  proration: z.int(),
  price: z.int(),
  /** Effect of rounding to whole packages and whole cents. */
  rounding: z.int(),
  discount: z.int(),
  credits: z.int(),
});

/** Known reasons why a line differs between two invoices. `packages`: the price is per started package. */
const DifferenceCause = z.enum([
  'new',
  'gone',
  'renamed',
  'used_more',
  'used_less',
  'included_more',
  'included_less',
  'uncharged_more',
  'uncharged_less',
  'cycle_length',
  'projects',
  'price',
  'discount',
  'invoiced',
  'packages',
]);

/** Amounts in cents. The parts of a line sum to its difference; the lines sum to the difference of the invoices. */
export const InvoiceComparison = z.strictObject({
  previous: z.nullable(z.strictObject({ id: z.string(), number: z.string(), total_cents: z.int() })),
  total_cents: z.int(),
  difference_cents: z.int(),
  parts: Parts,
  /** The largest difference first. */
  lines: z.array(
    z.strictObject({
      description: z.string(),
      metric: z.nullable(z.string()),
      /** Null if the earlier invoice has no such line. */
      before_description: z.nullable(z.string()),
      before_cents: z.int(),
      after_cents: z.int(),
      /** Total usage in base units; null for a fixed price, and if the earlier invoice has no such line. */
      before_quantity: z.nullable(z.number()),
      after_quantity: z.nullable(z.number()),
      parts: Parts,
      causes: z.array(DifferenceCause),
    }),
  ),
});

const SpendGroups = z.array(z.strictObject({ group: z.string(), amount_cents: z.int() }));

/** Spend of an organization in cents, before credits and after discounts. */
export const Spend = z.strictObject({
  /** The last invoices, oldest first. `groups` splits the total into plan, compute and metrics. */
  invoices: z.array(z.strictObject({ id: z.string(), number: z.string(), at: UnixSeconds, total_cents: z.int(), groups: SpendGroups })),
  /** Costs of the running cycle by day. Like the costs by project, they sum to `usage_cents`. */
  days: z.array(z.strictObject({ at: UnixSeconds, amount_cents: z.int() })),
  projects: z.array(z.strictObject({ project_ref: z.nullable(z.string()), project_name: z.nullable(z.string()), amount_cents: z.int() })),
  usage_cents: z.int(),
  /** Other amounts of the next invoice: the plan fee and usage of earlier cycles. */
  fixed_cents: z.int(),
  cycle: z.strictObject({ start: UnixSeconds, end: UnixSeconds }),
  /** Next invoice: low = without further usage, expected = at the average pace of the last seven days, high = pace of the busiest day. */
  forecast: z.strictObject({ low_cents: z.int(), expected_cents: z.int(), high_cents: z.int() }),
});
