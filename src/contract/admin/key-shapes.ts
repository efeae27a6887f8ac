import { z } from 'zod/mini';
import { adminScopes } from '#contract/permissions.ts';
import { Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { EmailAddress } from '#contract/email-address.ts';
import { typedName } from '#contract/typed-line.ts';
import { nextCursor, numberedPageFields } from './page-shapes.ts';

export const KeyScope = z.enum(adminScopes);

const KeyOrganizations = z
  .array(Slug)
  .check(z.minLength(1, 'must name at least one organization'), z.maxLength(100, 'must name at most 100 organizations'));

const KeyAddresses = z
  .array(z.union([z.cidrv4(), z.cidrv6()], 'must be a network in CIDR notation, such as 203.0.113.0/24'))
  .check(z.minLength(1, 'must hold at least one network'), z.maxLength(20, 'must hold at most 20 networks'));

const KeyRate = z.int().check(z.gte(1, 'must be at least 1'), z.lte(60_000, 'must be at most 60000'));

const auditKinds = [
  'key',
  'price_book',
  'webhook_endpoint',
  'webhook_secret',
  'pause',
  'approval',
  'approval_limit',
  'wrong_key',
  'refused_call',
] as const;

export const KeyInput = z.strictObject({
  /** Purpose, in words. */
  name: typedName(1, 80),
  owner: EmailAddress,
  scopes: z.array(KeyScope).check(
    z.minLength(1, 'must hold at least one scope'),
    z.maxLength(adminScopes.length, `must hold at most ${adminScopes.length} scopes`),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once'),
  ),
  /** Unix seconds, at most 400 days ahead. */
  expires_at: UnixSeconds,
  organizations: z.optional(z.nullable(KeyOrganizations)),
  addresses: z.optional(z.nullable(KeyAddresses)),
  /** Rate limit of this key, for reads and writes together. */
  requests_per_minute: z.optional(z.nullable(KeyRate)),
});

export const AdminKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  scopes: z.array(KeyScope),
  created_at: UnixSeconds,
  expires_at: UnixSeconds,
  organizations: z.nullable(z.array(z.string())),
  addresses: z.nullable(z.array(z.string())),
  requests_per_minute: z.nullable(z.int()),
  last_used_at: z.nullable(UnixSeconds),
  revoked_at: z.nullable(UnixSeconds),
});

/** No other response contains the secret. */
export const MadeKey = z.extend(AdminKey, { key: z.string() });

export const KeyList = z.strictObject({ keys: z.array(AdminKey), ...nextCursor });

/** Response to a revocation: the keys that were created with the revoked key. */
export const RevokedKey = z.strictObject({ keys: z.array(AdminKey) });

export const RevokeKeyQuery = z.strictObject({
  descendants: z.optional(z.enum(['true', 'false'], 'must be true or false')),
});

export const AuditQuery = z.strictObject({
  actor: z.optional(z.string().check(z.maxLength(300, 'must have at most 300 characters'))),
  act: z.optional(z.string().check(z.maxLength(60, 'must have at most 60 characters'))),
  what: z.optional(z.enum(auditKinds, `must be one of ${auditKinds.join(', ')}`)),
  outcome: z.optional(z.enum(['done', 'refused'], 'must be done or refused')),
  ...numberedPageFields,
});

export const PlatformAuditEntry = z.strictObject({
  id: z.string(),
  at: UnixSeconds,
  actor: z.nullable(z.string()),
  act: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused']),
  what: z.string(),
  subject: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

export const AuditPage = z.strictObject({ entries: z.array(PlatformAuditEntry), ...nextCursor });

export const KeyParams = z.strictObject({ id: z.string().check(z.regex(/^key_[A-Za-z0-9]{4,40}$/, 'must be the id of a key')) });
