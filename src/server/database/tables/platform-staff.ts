import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { ApprovalState } from '#server/domain/state-steps.ts';
import { centsColumn, instantColumn } from './columns.ts';

/** Audit log of the platform itself. Append-only. Database triggers insert successful actions, and the server inserts refused actions. */
export const platformAudit = pgTable(
  'platform_audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Platform time of the action. */
    at: instantColumn('at').notNull(),
    /** Actor: a key ID, `command`, `inspector`, or `staff:` with an email address; null for the platform or an unknown key. */
    actor: text('actor'),
    act: text('act'),
    requestId: text('request_id'),
    outcome: text('outcome').$type<'done' | 'refused'>().notNull(),
    what: text('what').notNull(),
    subject: text('subject').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('platform_audit_by_time').on(table.at),
    check('platform_audit_outcome_known', sql`${table.outcome} in ('done', 'refused')`),
  ],
);

/**
 * Maximum amounts in cents that staff can move in 24 hours without an approval. Only an approved request or the shell changes the limits.
 */
export const approvalLimits = pgTable(
  'approval_limits',
  {
    scope: text('scope').$type<'person' | 'organization' | 'platform'>().primaryKey(),
    cents: centsColumn('cents').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [
    check('approval_limit_scope_known', sql`${table.scope} in ('person', 'organization', 'platform')`),
    check('approval_limit_not_negative', sql`${table.cents} >= 0`),
  ],
);

/** Approval requests about the platform itself. Requests about an organization are in `approvals`. */
export const platformApprovals = pgTable(
  'platform_approvals',
  {
    id: text('id').primaryKey(),
    /** `approvals` uses the same sequence, so that the requests of both tables can be listed together. */
    place: bigint('place', { mode: 'number' })
      .notNull()
      .default(sql`nextval('approvals_place_seq')`),
    kind: text('kind').$type<'approval_limits' | 'price_book'>().notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    reason: text('reason').notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: instantColumn('requested_at').notNull(),
    approvers: text('approvers').array().notNull(),
    state: text('state').$type<ApprovalState>().notNull().default('pending'),
    decidedBy: text('decided_by'),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    unique('platform_approvals_place_unique').on(table.place),
    check('platform_approval_kind_known', sql`${table.kind} in ('approval_limits', 'price_book')`),
    check('platform_approval_state_known', sql`${table.state} in ('pending', 'approved', 'refused', 'withdrawn', 'expired')`),
    check('platform_approval_decided_when_over', sql`(${table.decidedAt} is null) = (${table.state} = 'pending')`),
  ],
);

/** Emails to owners of API keys, one row per recipient, written in the transaction of their event. */
export const platformEmails = pgTable(
  'platform_emails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'key_created' | 'key_expiring' | 'approval_limits_reset' | 'usage_held'>().notNull(),
    businessKey: text('business_key').notNull(),
    address: text('address').notNull(),
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
    /** Platform time of the event. */
    occurredAt: instantColumn('occurred_at').notNull(),
    state: text('state').$type<'queued' | 'sent' | 'refused' | 'bounced'>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Real time at which the email is due. */
    runAfter: instantColumn('run_after')
      .notNull()
      .default(sql`'epoch'`),
    firstTriedAt: instantColumn('first_tried_at'),
    lastError: text('last_error'),
    sentAt: instantColumn('sent_at'),
  },
  (table) => [
    unique('platform_email_once').on(table.businessKey),
    index('platform_emails_due')
      .on(table.runAfter)
      .where(sql`${table.state} = 'queued'`),
    check('platform_email_state_known', sql`${table.state} in ('queued', 'sent', 'refused', 'bounced')`),
  ],
);

/** Sessions of staff members. A session starts with a sign-in at the identity provider. */
export const staffSessions = pgTable('staff_sessions', {
  /** SHA-256 of the cookie. */
  tokenHash: text('token_hash').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  email: text('email').notNull(),
  /** `sid` of the identity provider; null if the provider sends no session ID. */
  providerSession: text('provider_session'),
  /** Real time of the sign-in at the provider. */
  signedInAt: instantColumn('signed_in_at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
});
