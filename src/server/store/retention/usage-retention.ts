import { sql, type SQL } from 'drizzle-orm';

/** Rule for how long rows of a table are kept, with reason and exceptions. Days are counted back from now. */
export interface RetentionRule {
  readonly table: string;
  readonly days: number;
  /** Clock by which the age is measured. Leases, sessions and limits follow real time. */
  readonly clock: 'platform' | 'real';
  readonly key: readonly string[];
  /** SQL condition that is true for an expired row. The row has the alias `one`. `before` is the current time minus `days`. */
  readonly isOver: (before: SQL) => SQL;
  readonly reason: string;
  readonly keeps: string;
}

const firstPhoneMfa = sql.raw(`exists (
  select from usage_records earlier where earlier.organization_id = one.organization_id and earlier.project_id = one.project_id and earlier.metric = 'AUTH_MFA_PHONE'
    and earlier.replaced_by is null and earlier.from_seconds < one.from_seconds)`);

/** SQL condition: a period that began at or before `seconds` has no final invoice, or has late usage that is not billed. */
const isUnbilledAt = (seconds: string) =>
  sql.raw(`exists (
  select from billing_periods period left join invoices on invoices.organization_id = period.organization_id and invoices.id = period.invoice_id
  where period.organization_id = one.organization_id and period.plan <> 'free' and not period.is_empty
    and period.starts_at <= to_timestamp(${seconds}) and (period.invoice_id is null or invoices.status = 'draft'
      or period.has_late_usage))`);

/** Days for which usage is kept. A cycle lasts at most 31 days, so older usage is in a cycle that ended at least 400 days ago. */
const daysOfUsage = 400 + 31;

export const usageRetention: readonly RetentionRule[] = [
  {
    table: 'usage_records',
    days: daysOfUsage,
    clock: 'platform',
    key: ['organization_id', 'record_id'],
    isOver: (before) => sql`one.from_seconds < extract(epoch from ${before})::bigint
      and coalesce(one.until_seconds, one.from_seconds) < extract(epoch from ${before})::bigint
      and (one.metric <> 'AUTH_MFA_PHONE' or ${firstPhoneMfa}) and not ${isUnbilledAt('one.from_seconds')}`,
    reason: 'Usage of a cycle that ended 400 days ago is final; no correction of it is accepted.',
    keeps: 'totals and the lines of invoices; the first use of phone MFA of each project, since its price depends on it',
  },
  {
    table: 'usage_hours',
    days: daysOfUsage,
    clock: 'platform',
    key: ['organization_id', 'hour_seconds', 'project_id', 'metric', 'category'],
    isOver: (before) =>
      sql`one.hour_seconds <= extract(epoch from ${before})::bigint - 3600 and not ${isUnbilledAt('one.hour_seconds + 3599')}`,
    reason: 'An hour of usage goes with its records.',
    keeps: 'totals and the lines of invoices',
  },
  {
    table: 'usage_minutes',
    days: daysOfUsage,
    clock: 'platform',
    key: ['organization_id', 'minute_seconds', 'project_id', 'metric', 'category'],
    isOver: (before) =>
      sql`one.minute_seconds / 86400 < extract(epoch from ${before})::bigint / 86400 and not ${isUnbilledAt('one.minute_seconds + 59')}`,
    reason: 'A minute of usage goes with its records.',
    keeps: 'totals and the lines of invoices',
  },
  {
    table: 'usage_days',
    days: 180,
    clock: 'platform',
    key: ['organization_id', 'metric', 'day', 'project_id', 'resource_id'],
    isOver: (before) => sql`one.day < extract(epoch from ${before})::bigint / 86400`,
    reason: 'Usage of a day is compared with the 90 days before it, also if it is reported late.',
    keeps: 'the records',
  },
  {
    table: 'correction_sums',
    days: 30,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.created_at < ${before}`,
    reason: 'The limits of approval count 24 hours.',
    keeps: 'the corrections, which are usage records',
  },
];
