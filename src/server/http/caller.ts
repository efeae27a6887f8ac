import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { ProviderUnavailable } from '#server/sign-in/identity-provider.ts';
import { findLoginIdentity } from '#server/store/logins.ts';
import { findIdentity, sessionIdOf, type IdentityRow } from '#server/store/sessions.ts';
import { organizationInToken } from '#server/store/tokens/token-text.ts';
import { PlatformError } from '#server/platform-error.ts';
import { authenticateToken } from './admission/token-caller.ts';
import type { Credentials } from './credentials.ts';
import type { Caller, Identity } from './environment.ts';
import { hashToken, isLive, shouldTouchSession, recordSessionUse } from './session.ts';

/** Shown next to the input after a write without a session. The text makes no claim about an earlier attempt, which may have succeeded. */
export const sessionEnded = 'Your session has ended. Nothing you entered is lost: sign in again in another tab, then repeat this.';

const noToken = (): Promise<null> => Promise.resolve(null);

export const anonymousCaller: Caller = { identify: () => Promise.resolve(null), token: noToken, holds: () => false };

export interface RememberingCaller extends Caller {
  readonly forget: () => void;
}

export function rememberIdentities(caller: Caller): RememberingCaller {
  const known = new Map<string, Identity | null>();
  let knownToken: ReturnType<Caller['token']> | null = null;
  const identify = async (slug = ''): Promise<Identity | null> => {
    const found = known.get(slug);
    if (found !== undefined) return found;
    const [other] = known.values();
    // A lookup without a slug reuses the result of any earlier lookup, because the member is the same person in every organization.
    const identity = slug === '' && other !== undefined ? other && { ...other, organization: null } : await caller.identify(slug);
    known.set(slug, identity);
    return identity;
  };
  return {
    identify,
    token: () => (knownToken ??= caller.token()),
    holds: caller.holds,
    forget: () => {
      known.clear();
      knownToken = null;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type MemberRow = Pick<IdentityRow, 'memberId' | 'handle' | 'username' | 'primaryEmail' | 'organizationId' | 'role' | 'closedAt'>;

function identityOf(row: MemberRow, slug: string, sessionId: string | null): Identity {
  const { memberId: id, handle, username, primaryEmail, organizationId, role, closedAt } = row;
  const organization = organizationId !== null && role !== null ? { id: organizationId, slug, role, isClosed: closedAt !== null } : null;
  return { member: { id, handle, username, primaryEmail }, organization, sessionId };
}

type Parts = Pick<Context, 'db' | 'provider' | 'clock'>;

/** Matches a JWT: three base64url segments, separated by dots. Session tokens contain no dots. */
const signedForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Reads session tokens, tokens signed by the identity provider, and organization tokens. A cookie can contain only a session token. */
export function createCaller(parts: Parts, { token, ambient }: Credentials): Caller {
  if (token === null) return anonymousCaller;
  // Compares digests instead of secrets: digests have equal lengths, so the comparison takes constant time.
  const holds = (secret: string): boolean => timingSafeEqual(digest(token), digest(secret));
  const organizationId = ambient ? null : organizationInToken(token);
  if (organizationId !== null) return { ...anonymousCaller, token: () => authenticateToken(parts, organizationId, token), holds };
  const identify =
    !ambient && parts.provider && signedForm.test(token) ? byToken(parts, parts.provider, token) : bySession(parts, hashToken(token));
  return { identify, token: noToken, holds };
}

function bySession({ db }: Parts, tokenHash: string): Caller['identify'] {
  return async (slug = '') => {
    const row = await findIdentity(db, tokenHash, slug);
    if (!row || !isLive(row)) return null;
    if (shouldTouchSession(row)) await recordSessionUse(db, tokenHash);
    return identityOf(row, slug, sessionIdOf(tokenHash));
  };
}

/** @throws {PlatformError} 403 naming the missing scopes */
function refuseMissing(scopes: readonly string[]): void {
  if (scopes.length === 0) return;
  const names = scopes.join(' ');
  throw new PlatformError('forbidden', `Your token lacks the scope ${names}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${names}"` },
  });
}

/** Reads token and member with every request, so that a sign-out on all devices or a change of role applies immediately. */
function byToken({ db }: Parts, provider: NonNullable<Parts['provider']>, token: string): Caller['identify'] {
  const holder = async () => {
    try {
      return await provider.readToken(token);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new PlatformError('identity_provider_unavailable', "Your token can't be checked just now. Try again in a moment.", {
        cause: error,
      });
    }
  };
  return async (slug = '') => {
    const known = await holder();
    if (known) refuseMissing(known.missingScopes);
    const row = known && (await findLoginIdentity(db, { issuer: known.issuer, subject: known.subject }, slug));
    if (!row || (row.signedOutAt && known.issuedAt <= row.signedOutAt)) return null;
    return identityOf(row, slug, null);
  };
}
