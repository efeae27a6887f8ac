import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { OrganizationScope, SignedInMember } from '#server/domain/access.ts';
import { ProviderUnavailable } from '#server/sign-in/identity-provider.ts';
import { findLoginIdentity } from '#server/store/logins.ts';
import type { IdentityRow } from '#server/store/sessions.ts';
import type { Credentials } from './credentials.ts';
import { PlatformError } from './platform-error.ts';
import { hashToken, isLive, isUseToNote, noteUse } from './session.ts';

export interface Identity {
  readonly member: SignedInMember;
  /** Null when no such organization exists or the member doesn't belong to it: the two look the same. */
  readonly organization: OrganizationScope | null;
}

/** Who makes a request. */
export interface Caller {
  /** Null when nobody is signed in. */
  readonly identify: (slug?: string) => Promise<Identity | null>;
  /** What `identify` will most likely answer, at once; undefined where nothing is known. Proves nothing. */
  readonly guess: (slug?: string) => Identity | undefined;
  /** Whether the request carries exactly this secret. */
  readonly holds: (secret: string) => boolean;
}

export const nobody: Caller = { identify: () => Promise.resolve(null), guess: () => undefined, holds: () => false };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type MemberRow = Pick<IdentityRow, 'memberId' | 'handle' | 'username' | 'primaryEmail' | 'organizationId' | 'role'>;

function identityOf(row: MemberRow, slug: string): Identity {
  const { memberId: id, handle, username, primaryEmail, organizationId, role } = row;
  const organization = organizationId !== null && role !== null ? { id: organizationId, slug, role } : null;
  return { member: { id, handle, username, primaryEmail }, organization };
}

export const isSameIdentity = (a: Identity | null, b: Identity): boolean =>
  a?.member.id === b.member.id && a.organization?.id === b.organization?.id && a.organization?.role === b.organization?.role;

type Parts = Pick<Context, 'db' | 'identities' | 'provider'>;

/** Three parts of base64url: the form of a signed token. A session's token has one part. */
const signedForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Who asks, by session or by a token that the identity provider has signed. A cookie holds sessions only. */
export function createCaller(parts: Parts, { token, ambient }: Credentials): Caller {
  if (token === null) return nobody;
  // Digests have one length, so comparing takes the same time whatever was sent.
  const holds = (secret: string): boolean => timingSafeEqual(digest(token), digest(secret));
  const { identify, guess } =
    !ambient && parts.provider && signedForm.test(token) ? byToken(parts, parts.provider, token) : bySession(parts, hashToken(token));
  return { identify, guess, holds };
}

type Identification = Pick<Caller, 'identify' | 'guess'>;

function bySession({ db, identities }: Parts, tokenHash: string): Identification {
  return {
    identify: async (slug = '') => {
      const row = await identities.find(tokenHash, slug);
      if (!row || !isLive(row)) return null;
      if (isUseToNote(row)) await noteUse(db, tokenHash);
      return identityOf(row, slug);
    },
    guess: (slug = '') => {
      const row = identities.last(tokenHash, slug);
      return row && isLive(row) ? identityOf(row, slug) : undefined;
    },
  };
}

/** Tokens are read and members looked up with every request: signing out everywhere and a change of role act at once. */
function byToken({ db }: Parts, provider: NonNullable<Parts['provider']>, token: string): Identification {
  const holder = async () => {
    try {
      return await provider.readToken(token);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new PlatformError('identity_provider_unavailable', 'Your token can’t be checked just now. Try again in a moment.', {
        cause: error,
      });
    }
  };
  return {
    guess: () => undefined,
    identify: async (slug = '') => {
      const known = await holder();
      const row = known && (await findLoginIdentity(db, { issuer: known.issuer, subject: known.subject }, slug));
      if (!row || (row.signedOutAt && known.issuedAt <= row.signedOutAt)) return null;
      return identityOf(row, slug);
    },
  };
}
