import { z } from 'zod';
import { isPrintable } from '#contract/limits.ts';
import { centsFromDollars, microcentsFromDollars } from '#lib/money.ts';
import { ADDON_VARIANTS } from '#server/domain/addons.ts';
import { BILLED_COMPUTE, type ComputeSize, type SizeMetric } from '#server/domain/compute.ts';
import { METRIC_RULES, type MetricRules, type UsageMetric, RESOURCE_KINDS } from '#server/domain/metrics.ts';
import { PLAN_IDS } from '#server/domain/plans.ts';

/** Metrics in the section `metrics`. The section `compute` has the prices of compute sizes. */
export type ListedMetric = Exclude<UsageMetric, SizeMetric>;

const contactAddress = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .refine(isPrintable, 'must hold no control characters');

/** Maximum price in dollars. A higher price is assumed to be a typo. */
const highestDollars = 1_000_000;
/** Maximum quota in base units, so that sums of quotas stay exact. */
const largestQuota = 1e15;

function isExact(value: string | number, read: (value: string | number) => number): boolean {
  try {
    return read(value) >= 0;
  } catch {
    return false;
  }
}

function dollars(decimals: number, read: (value: string | number) => number) {
  const error = `must be a price in US dollars from 0 to ${highestDollars} with at most ${decimals} decimals, such as 0.09`;
  const text = z.string({ error }).regex(/^\d{1,7}(\.\d{1,8})?$/, { error, abort: true });
  return z
    .union([text, z.number({ error }).nonnegative({ error, abort: true })], { error })
    .refine((value) => Number(value) <= highestDollars && isExact(value, read), { error });
}

const unitPrice = dollars(8, microcentsFromDollars).describe('US dollars, a decimal string or a number with at most 8 decimals');
const sum = dollars(2, centsFromDollars).describe('US dollars, a decimal string or a number with at most 2 decimals');
const words = (most: number) => z.string().trim().min(1, 'must not be empty').max(most, `must have at most ${most} characters`);
const whole = (least: number) =>
  z.number('must be a whole number').int('must be a whole number').min(least, `must be at least ${least}`).max(largestQuota);

const feature = z.strictObject({
  about: words(60).describe("A higher plan's feature replaces the lower plan's feature on the same subject"),
  text: words(120),
  sub_text: words(120).optional(),
});

const plan = z.strictObject({
  price: sum.nullable().describe('Per month; null is by contract'),
  compute_credits: sum.describe('Per cycle'),
  active_projects: whole(0).nullable().describe('How many active projects an organization may have; null is no limit'),
  description: words(200),
  badge: words(30).optional(),
  includes: z.enum(PLAN_IDS).optional().describe('The plan whose features it has as well'),
  features: z
    .array(feature)
    .max(40)
    .describe(
      'Texts may hold {quota:METRIC}, {price:METRIC}, {monthly:METRIC}, {allowance:METRIC}, {addon:VARIANT}, {compute_credits} and {active_projects}',
    ),
  footer: words(200).optional(),
  contact: z.strictObject({ label: words(40), address: contactAddress }).optional(),
});

const quotas = z
  .strictObject({
    free: whole(0).nullable().optional(),
    pro: whole(0).nullable().optional(),
    team: whole(0).nullable().optional(),
    enterprise: whole(0).nullable().optional(),
  })
  .describe('Base units per cycle for the whole organization; null is unlimited, absent is none');

/** A new version cannot change measure and unit, because stored usage depends on them. */
const metric = ({ measure, unit }: MetricRules) =>
  z.strictObject({
    measure: z.literal(measure, { error: `must stay ${measure}: usage is stored that way` }),
    unit: z.literal(unit, { error: `must stay ${unit}: usage is stored that way` }),
    price: unitPrice.nullable().describe('null: measured, not billed'),
    per_units: whole(1).optional().describe('Base units of the price; 1 if absent'),
    whole_packages: z.boolean('must be true or false').optional().describe('A started package is charged in full'),
    first_project_price: unitPrice.optional().describe('Price for the first project that uses it'),
    monthly_price: unitPrice.optional().describe('Rounded monthly price, for display'),
    hourly_allowance: z
      .strictObject({ units: whole(0), kinds: z.array(z.enum(RESOURCE_KINDS)).min(1) })
      .optional()
      .describe('Free in every hour of a project'),
    quotas: quotas.optional(),
  });

const listed = METRIC_RULES.filter(({ metric: name }) => !BILLED_COMPUTE.some((size) => size.metric === name));
const shapeOf = <K extends string, S extends z.ZodType>(
  keys: readonly K[],
  schema: (key: K) => S,
): z.ZodObject<Record<K, S>, z.core.$strict> => z.strictObject(Object.fromEntries(keys.map((key) => [key, schema(key)])) as Record<K, S>);

const compute = z.strictObject({
  price: unitPrice.nullable().describe('Per hour; null: set by contract'),
  monthly_price: sum.nullable().describe('Rounded monthly price, for display'),
});

const variants = ADDON_VARIANTS.filter(({ type }) => type !== 'compute_instance').map(({ identifier }) => identifier);

/** Does not check the placeholders in the texts; `readBook` does. */
export const bookDocument = z
  .strictObject({
    plans: shapeOf(PLAN_IDS, () => plan),
    metrics: shapeOf(
      listed.map(({ metric: name }) => name as ListedMetric),
      (name) => metric(listed.find((rules) => rules.metric === name) as MetricRules),
    ),
    compute: shapeOf<ComputeSize, typeof compute>(
      BILLED_COMPUTE.map(({ size }) => size),
      () => compute,
    ),
    addons: shapeOf(variants, () => z.strictObject({ monthly_price: sum.describe('Rounded monthly price, for display') })),
    spend_cap: z.strictObject({ covers: z.array(z.enum(METRIC_RULES.map(({ metric: name }) => name))) }),
  })
  .describe('Prices, quotas and plans of the platform. Prices are in US dollars.');

export type BookDocument = z.infer<typeof bookDocument>;

/** Returned by the server at `/platform/price-book.schema.json`. */
export const bookJsonSchema = () => z.toJSONSchema(bookDocument, { io: 'input' });
