import { z } from 'zod/mini';
import { UnixSeconds } from './common.ts';

/** The fields that a change touched, by their names in the platform's tables; a field without a value is left out. */
const Fields = z.record(z.string(), z.unknown());

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  /** Username of the member, or `key:` and the name of the operator's key; null for the platform itself, its jobs and the gateway's events. */
  actor: z.nullable(z.string()),
  /** Call and request that made the change, where one did. */
  call: z.nullable(z.string()),
  /** Made by the server. */
  request_id: z.nullable(z.string()),
  /** As the caller sent it in `X-Request-Id`: a hint, and no proof. */
  caller_request_id: z.nullable(z.string()),
  what: z.enum([
    'subscription',
    'billing_details',
    'organization',
    'card',
    'plan_change',
    'top_up',
    'invoice',
    'credit_note',
    'refund',
    'dispute',
    'late_invoice',
    'staff_action',
    'approval',
    'member',
    'project',
    'addon',
    'discount',
    'metadata',
    'budget',
    'erasure',
    'export',
  ]),
  subject: z.string(),
  before: Fields,
  after: Fields,
});

/** Newest first. */
export const AuditLog = z.strictObject({ entries: z.array(AuditEntry), next_cursor: z.nullable(z.string()) });

export const AuditQuery = z.strictObject({
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a cursor of this call')), z.transform(Number))),
});
