import { z } from 'zod/mini';
import { tokenScopes } from '#contract/limits.ts';
import { typedName } from '#contract/typed-line.ts';
import { ProjectRef, Slug, UnixSeconds } from './common.ts';

/**
 * `billing:read`: reads costs, usage and the amounts of invoices, but no members, addresses, tax IDs, emails or cards. `usage:write`: sends
 * usage. `propose`: asks members for changes.
 */
export const TokenScope = z.enum(tokenScopes);

export const TokenId = z.string().check(z.regex(/^tok_[a-f0-9]{24}$/, 'must be a token id'));

export const TokenParams = z.strictObject({ slug: Slug, token_id: TokenId });

export const TokenRequest = z.strictObject({
  name: typedName(1, 100),
  scopes: z.array(TokenScope).check(
    z.minLength(1, 'must hold at least one scope'),
    z.maxLength(tokenScopes.length, `must hold at most ${tokenScopes.length} scopes`),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must not hold the same scope twice'),
  ),
  /** At most a year ahead. */
  expires_at: UnixSeconds,
  /** The only project that the token may use; absent if the token may use all projects. */
  project_ref: z.optional(ProjectRef),
});

const fields = {
  id: TokenId,
  name: z.string(),
  scopes: z.array(TokenScope),
  project_ref: z.nullable(z.string()),
  /** Null if the token covers all projects. */
  project_name: z.nullable(z.string()),
  created_at: UnixSeconds,
  /** Username of the member who created the token. */
  created_by: z.string(),
  /** Time at which the token ends. If the creator has left the organization, this time can be earlier than requested. */
  expires_at: UnixSeconds,
  /** Time at which the creator left the organization. The token ends at most 30 days later. Null for a current member. */
  creator_left_at: z.nullable(UnixSeconds),
  revoked_at: z.nullable(UnixSeconds),
  /** Accurate to a minute. */
  last_used_at: z.nullable(UnixSeconds),
};

export const Token = z.strictObject(fields);

/** No other response contains the text of the token. */
export const NewToken = z.strictObject({ ...fields, token: z.string() });

/**
 * Sorted by end, latest first, so live tokens come before ended tokens. At most 200 tokens: all live tokens, and the latest of the tokens
 * that ended within the last 90 days.
 */
export const TokenList = z.strictObject({ tokens: z.array(Token) });
