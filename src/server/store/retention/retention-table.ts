import { sql, type SQL } from 'drizzle-orm';

/** How long rows of a table are kept, why, and the exceptions. Days count back from now. */
export interface RetentionRule {
  readonly table: string;
  readonly days: number;
  /** Clock of the age: leases, sessions and limits follow real time. */
  readonly clock: 'platform' | 'real';
  /** Primary key columns. */
  readonly key: readonly string[];
  /** SQL condition for expired rows, named `one`, given the instant `days` ago. */
  readonly isOver: (before: SQL) => SQL;
  readonly reason: string;
  /** Data that is kept longer. */
  readonly keeps: string;
}

const firstPhoneMfa = sql.raw(`exists (
  select from usage_records earlier where earlier.organization_id = one.organization_id and earlier.project_id = one.project_id and earlier.metric = 'AUTH_MFA_PHONE'
    and earlier.replaced_by is null and earlier.from_seconds < one.from_seconds)`);

/** SQL condition: a period that began at or before an instant of the row has no final invoice or has unbilled late usage. */
const isUnbilledAt = (seconds: string) =>
  sql.raw(`exists (
  select from billing_periods period left join invoices on invoices.organization_id = period.organization_id and invoices.id = period.invoice_id
  where period.organization_id = one.organization_id and period.plan <> 'free' and not period.is_empty
    and period.starts_at <= to_timestamp(${seconds}) and (period.invoice_id is null or invoices.status = 'draft'
      or period.has_late_usage))`);

/** A cycle lasts at most 31 days, so older usage is in a cycle that ended at least 400 days ago. */
const daysOfUsage = 400 + 31;

/** Single source of retention times. `removeExpired` applies it, and a test compares it with the existing tables. */
export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'sessions',
    days: 0,
    clock: 'real',
    key: ['token_hash'],
    isOver: (before) => sql`one.expires_at < ${before}`,
    reason: 'An expired session signs no one in.',
    keeps: 'nothing',
  },
  {
    table: 'staff_sessions',
    days: 0,
    clock: 'real',
    key: ['token_hash'],
    isOver: (before) => sql`one.expires_at < ${before}`,
    reason: 'An expired sign-in of staff approves nothing.',
    keeps: 'nothing',
  },
  {
    table: 'platform_emails',
    days: 400,
    clock: 'platform',
    key: ['id'],
    isOver: (before) => sql`one.occurred_at < ${before} and one.state <> 'queued'`,
    reason: 'Operators look up what owners of keys were told.',
    keeps: 'emails that still wait',
  },
  {
    table: 'gateway_events',
    days: 30,
    clock: 'platform',
    key: ['id'],
    isOver: (before) => sql`one.processed_at is not null and one.created_at < ${before}`,
    reason: 'The gateway sends an event again for 30 days at most.',
    keeps: 'events that nothing has acted on yet',
  },
  {
    table: 'idempotency_keys',
    days: 7,
    clock: 'platform',
    key: ['organization_id', 'key'],
    isOver: (before) => sql`one.subject is null and one.created_at < ${before}`,
    reason: 'An attempt that began nothing may begin again.',
    keeps: 'keys under which something was begun, for 400 days',
  },
  {
    table: 'idempotency_keys',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'key'],
    isOver: (before) => sql`one.created_at < ${before}`,
    reason: 'A late retry must find its outcome and not begin again.',
    keeps: 'nothing',
  },
  {
    table: 'admin_requests',
    days: 400,
    clock: 'platform',
    key: ['key_id', 'request_hash'],
    isOver: (before) => sql`one.created_at < ${before}`,
    reason: 'A repeated request of an operator gets its first answer.',
    keeps: 'nothing',
  },
  {
    table: 'captcha_tokens',
    days: 1,
    clock: 'real',
    key: ['token_hash'],
    isOver: (before) => sql`one.used_at < ${before}`,
    reason: 'The captcha itself refuses an older token.',
    keeps: 'nothing',
  },
  {
    table: 'rate_limits',
    days: 1,
    clock: 'real',
    key: ['key'],
    isOver: (before) => sql`one.expire < (extract(epoch from ${before}) * 1000)::bigint`,
    reason: 'A limit that has run out counts from 0 again.',
    keeps: 'nothing',
  },
  {
    table: 'quotes',
    days: 1,
    clock: 'platform',
    key: ['organization_id', 'id'],
    // `offset 0` makes PostgreSQL look each quote up by id; a join would read all changes.
    isOver: (before) => sql`one.expires_at < ${before} and not exists (
      select from changes where changes.organization_id = one.organization_id and changes.quote_id = one.id offset 0)`,
    reason: "An expired price can't be accepted.",
    keeps: 'quotes that a change was made with, as long as the change',
  },
  {
    table: 'outbox',
    days: 7,
    clock: 'real',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.state = 'done' and one.run_after < ${before}`,
    reason: 'What the gateway has been told is looked up for a week.',
    keeps: 'what waits, and what an operator has to look at',
  },
  {
    table: 'webhook_deliveries',
    days: 30,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.state <> 'pending' and one.last_attempt_at < ${before}`,
    reason: 'Operators look up what an endpoint has answered.',
    keeps: 'deliveries that wait; the event itself for 400 days',
  },
  {
    table: 'platform_events',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.at < ${before} and exists (
      select from platform_events later where later.organization_id = one.organization_id and later.sequence > one.sequence)`,
    reason: 'Programs that were away can read what they have missed.',
    keeps: 'the last event of each organization, from which its sequence goes on',
  },
  {
    table: 'notices',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.occurred_at < ${before} and not exists (
      select from notice_deliveries where notice_deliveries.organization_id = one.organization_id and notice_deliveries.notice_id = one.id
        and notice_deliveries.state = 'queued')`,
    reason: 'Members and staff look up what was sent and where to.',
    keeps: 'emails that still wait; deliveries go with their notice',
  },
  {
    table: 'confirmation_links',
    days: 30,
    clock: 'platform',
    key: ['organization_id', 'token_hash'],
    isOver: (before) => sql`one.expires_at < ${before}`,
    reason: 'A link works for 7 days.',
    keeps: 'whether its address is confirmed',
  },
  {
    table: 'postbox_messages',
    days: 400,
    clock: 'platform',
    key: ['id'],
    isOver: (before) => sql`one.sent_at < ${before}`,
    reason: 'Emails of the embedded mode stay as long as their notice; attachments go with them.',
    keeps: 'nothing',
  },
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
  {
    table: 'feedback',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.created_at < ${before}`,
    reason: 'Answers to surveys are read within a year.',
    keeps: 'nothing',
  },
  {
    table: 'budget_events',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.at < ${before}`,
    reason: "Members compare this year's alerts with those of the year before.",
    keeps: 'nothing; crossings go with their event',
  },
  {
    table: 'setup_intents',
    days: 400,
    clock: 'platform',
    key: ['organization_id', 'id'],
    isOver: (before) => sql`one.state <> 'open' and one.created_at < ${before}`,
    reason: 'How a card was added is asked by its bank within a year.',
    keeps: 'cards that are being added',
  },
];

/** Days after which a closed organization is erased, and deleted with its books. */
export const CLOSED_DAYS = 400;
export const BOOKS_DAYS = 3653;
