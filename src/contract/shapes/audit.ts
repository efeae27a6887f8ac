import { z } from 'zod';
import { UnixSeconds } from './common.ts';

/** The fields that a change touched, by their names in the platform's tables; a field without a value is left out. */
const Fields = z.record(z.string(), z.unknown());

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  /** Username of the member; null for the platform itself, its jobs and the gateway's events. */
  actor: z.string().nullable(),
  /** Call and request that made the change, where one did. */
  call: z.string().nullable(),
  request_id: z.string().nullable(),
  what: z.enum(['subscription', 'billing_details', 'organization', 'card', 'plan_change', 'top_up', 'invoice']),
  subject: z.string(),
  before: Fields,
  after: Fields,
});

/** Newest first. */
export const AuditLog = z.strictObject({ entries: z.array(AuditEntry), next_cursor: z.string().nullable() });

export const AuditQuery = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a cursor of this call')
    .transform(Number)
    .optional(),
});
