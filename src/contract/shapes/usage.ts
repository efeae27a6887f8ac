import { z } from 'zod/mini';
import { PlanId, ProjectRef, UnixSeconds } from './common.ts';

/** A UTC day ('2026-05-31') or an instant with its offset ('2026-05-31T12:00:00Z'), as unix time in whole seconds. */
const Instant = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a day or an instant in ISO 8601'),
  z.transform((text) => Math.floor(Date.parse(text) / 1000)),
);

const range = { start: Instant, end: Instant };

const inOrder = ({ start, end }: { start?: number | undefined; end?: number | undefined }): boolean =>
  start === undefined || end === undefined || end > start;

export const UsageQuery = z
  .strictObject({ project_ref: z.optional(ProjectRef), start: z.optional(range.start), end: z.optional(range.end) })
  .check(
    z.refine(inOrder, { path: ['end'], message: 'must be after start' }),
    z.refine(({ start, end }) => (start === undefined) === (end === undefined), {
      path: ['end'],
      message: 'must be given together with start',
    }),
  );

/** Maximum length of a period in days: a chart shows one year at most. */
const mostDays = 370;

export const DailyUsageQuery = z.strictObject({ ...range, project_ref: z.optional(ProjectRef), projectRef: z.optional(ProjectRef) }).check(
  z.refine(inOrder, { path: ['end'], message: 'must be after start' }),
  z.refine(({ start, end }) => end - start <= mostDays * 86_400, {
    path: ['end'],
    message: `must be at most ${mostDays} days after start`,
  }),
  z.refine(({ project_ref: a, projectRef: b }) => a === undefined || b === undefined || a === b, {
    path: ['projectRef'],
    message: 'must be the same as project_ref',
  }),
);

/**
 * Usage of a metric. `usage`, `pricing_free_units` and the allocations are in the priced unit: GB for bytes, otherwise hours, GB-hours
 * or counts. `usage_original` is in base units, for example bytes.
 */
export const UsageRecord = z.strictObject({
  metric: z.string(),
  usage: z.number(),
  usage_original: z.number(),
  /** Cost in this cycle in dollars; only for members with billing read permission. */
  cost: z.optional(z.number()),
  available_in_plan: z.boolean(),
  /** True if usage beyond the free units is not charged. */
  capped: z.boolean(),
  unlimited: z.boolean(),
  pricing_strategy: z.enum(['UNIT', 'PACKAGE', 'TIERED', 'NONE']),
  /** Absent if usage is unlimited. */
  pricing_free_units: z.optional(z.number()),
  /** Price of a package in dollars, and the number of units in it. */
  pricing_package_price: z.optional(z.number()),
  pricing_package_size: z.optional(z.number()),
  pricing_per_unit_price: z.optional(z.number()),
  unit_price_desc: z.string(),
  project_allocations: z.array(z.strictObject({ ref: z.string(), name: z.string(), usage: z.number(), hours: z.optional(z.int()) })),
});

/** A period with one plan: a cycle, or its part until a plan change. */
const UsageCycle = z.strictObject({
  start: UnixSeconds,
  /** Actual end; for the running cycle the planned end. */
  end: UnixSeconds,
  plan: PlanId,
  /** True if a plan change ended the period, so the next invoice bills its usage. */
  carried_over: z.boolean(),
});

export const UsageSummary = z.strictObject({
  usage_billing_enabled: z.boolean(),
  usages: z.array(UsageRecord),
  /** API extension: the running cycle and earlier ones, newest first, for at most three years. */
  cycles: z.optional(z.array(UsageCycle)),
});

export const EgressCategory = z.enum(['rest', 'auth', 'storage', 'realtime', 'functions', 'supavisor', 'logdrain']);

export const DailyUsage = z.strictObject({
  usages: z.array(
    z.strictObject({
      /** A UTC day: '2026-05-31'. */
      date: z.iso.date(),
      metric: z.string(),
      /** Usage in the priced unit, for example GB. */
      usage: z.number(),
      /** Usage in base units, for example bytes. */
      usage_original: z.number(),
      /** Egress in bytes by category; null for other metrics. */
      breakdown: z.nullable(z.record(EgressCategory, z.number())),
    }),
  ),
});

const RecordId = z.string().check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(100, 'must have at most 100 characters'),
  z.refine((id) => !/\p{Cc}/u.test(id), 'must not hold control characters'),
);

/** The sender chooses the id. A repeated record is counted once. */
export const UsageBatchRecord = z.strictObject({
  id: RecordId,
  project_ref: z.string().check(z.maxLength(100, 'must be a project reference')),
  metric: z.string().check(z.maxLength(100, 'must be a metric')),
  /** Unix seconds: time of the usage, or start of a span. */
  at: z.number(),
  /** Unix seconds: end of a span. Only for hours, levels and averages. */
  until: z.optional(z.number()),
  /** Whole base units: bytes, counts, levels. */
  quantity: z.number(),
  kind: z.optional(z.enum(['primary', 'replica', 'branch'])),
  /** Resource that used the hours, if a project has several resources of the same kind. */
  resource_id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  category: z.optional(EgressCategory),
  /** Id of an earlier record that this record replaces. A quantity of 0 means that there was no usage. */
  replaces: z.optional(RecordId),
});

const mostRecords = 5000;

/** Each entry is validated when it is booked, so that an invalid record does not reject the whole batch. */
export const UsageBatch = z.strictObject({
  records: z
    .array(z.union([z.unknown(), UsageBatchRecord]))
    .check(z.minLength(1, 'must hold at least one record'), z.maxLength(mostRecords, `must hold at most ${mostRecords} records`)),
});

export const UsageBatchOutcome = z.strictObject({
  accepted: z.int(),
  /** Number of records that an earlier request has already counted with the same content. */
  duplicates: z.int(),
  /** Number of records held until staff release or reject them. They are excluded from bills, limits and restrictions. */
  held: z.int(),
  /** Records that were not counted, in the order of the batch. */
  rejected: z.array(
    z.strictObject({
      /** Zero-based position in the batch. */
      index: z.int(),
      /** Null if the id can't be read. */
      id: z.nullable(z.string()),
      path: z.string(),
      /**
       * `send_again`: a temporary fault, or a review of earlier records; the same record may be accepted later. Any other code is final for
       * this record.
       */
      code: z.string(),
      message: z.string(),
    }),
  ),
});
