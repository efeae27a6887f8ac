import { z } from 'zod/mini';
import { adminScopes } from '#contract/permissions.ts';
import { UnixSeconds } from '#contract/shapes/common.ts';
import { EmailAddress } from '#contract/email-address.ts';
import { typedLine } from '#contract/typed-line.ts';

export const KeyScope = z.enum(adminScopes);

export const KeyInput = z.strictObject({
  /** What it is for, in words. */
  name: typedLine(1, 80),
  /** Who answers for it. */
  owner: EmailAddress,
  scopes: z.array(KeyScope).check(
    z.minLength(1, 'must hold at least one scope'),
    z.maxLength(adminScopes.length, `must hold at most ${adminScopes.length} scopes`),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once'),
  ),
  /** Unix seconds, to come; it lasts until it is revoked where absent. */
  expires_at: z.optional(z.nullable(UnixSeconds)),
});

export const AdminKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  scopes: z.array(KeyScope),
  created_at: UnixSeconds,
  expires_at: z.nullable(UnixSeconds),
  /** To the minute; null before the first use. */
  last_used_at: z.nullable(UnixSeconds),
  revoked_at: z.nullable(UnixSeconds),
});

/** The one answer that holds the secret. */
export const MadeKey = z.extend(AdminKey, { key: z.string() });

export const KeyList = z.strictObject({ keys: z.array(AdminKey) });

export const KeyParams = z.strictObject({ id: z.string().check(z.regex(/^key_[A-Za-z0-9]{4,40}$/, 'must be the id of a key')) });
