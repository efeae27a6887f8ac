import { tokenLimits } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import type { CallingToken } from '#server/domain/access.ts';
import { requireAllowance, type RequestAllowance } from '#server/http/turns/request-allowance.ts';
import { PlatformError } from '#server/platform-error.ts';
import { countOne, type Limit } from '#server/store/limits.ts';
import { findTokenByHash, touchToken } from '#server/store/tokens/organization-tokens.ts';
import { hashTokenText } from '#server/store/tokens/token-text.ts';

/** Minimum seconds between two updates of the time at which a token was last used, so that most requests write nothing. */
const touchEverySeconds = 60;

const requestsOfToken: Limit = { name: 'token_requests', most: tokenLimits.requestsPerMinute, seconds: 60 };

/** @returns the remaining requests @throws {PlatformError} 429 if the token exceeds its limit */
export async function countTokenRequest(db: Database, { id }: CallingToken): Promise<RequestAllowance> {
  const { most } = requestsOfToken;
  const { count, endsInSeconds } = await countOne(db, requestsOfToken, id);
  return requireAllowance({ limit: 'requests', most, left: most - count, endsInSeconds }, 'token');
}

const refused = (message: string): PlatformError =>
  new PlatformError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

/** Reads the token with every request, so that revocations apply immediately. @throws {PlatformError} 401 if the token is not valid */
export async function authenticateToken(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  organizationId: number,
  text: string,
): Promise<CallingToken> {
  const row = await findTokenByHash(db, { organizationId, tokenHash: hashTokenText(text) });
  if (!row) throw refused('This token is not known');
  const { token, slug, closedAt } = row;
  const nowSeconds = clock.nowSeconds();
  const now = instantOf(nowSeconds);
  if (token.revokedAt) throw refused('This token has been revoked');
  const hasCreator = token.creatorLeftAt === null;
  if (token.endsAt <= now) throw refused(hasCreator ? 'This token has expired' : 'This token has ended, because its creator has left');
  if (closedAt) throw refused('This organization is closed');
  const usedBefore = instantOf(nowSeconds - touchEverySeconds);
  if (!token.lastUsedAt || token.lastUsedAt < usedBefore) await touchToken(db, token, now, usedBefore);
  const { id, name, scopes, projectRef } = token;
  return { id, name, scopes, projectRef, organization: { id: organizationId, slug } };
}
