import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import type { OrganizationScope, SignedInMember } from '#server/domain/access.ts';
import type { IdentityRow } from '#server/store/sessions.ts';
import { hashToken, isLive, noteUse } from './session.ts';

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

function identityOf(row: IdentityRow, slug: string): Identity {
  const { memberId: id, handle, username, primaryEmail, organizationId, role } = row;
  const organization = organizationId !== null && role !== null ? { id: organizationId, slug, role } : null;
  return { member: { id, handle, username, primaryEmail }, organization };
}

export const isSameIdentity = (a: Identity | null, b: Identity): boolean =>
  a?.member.id === b.member.id && a.organization?.id === b.organization?.id && a.organization?.role === b.organization?.role;

export function createCaller({ db, identities }: Pick<Context, 'db' | 'identities'>, token: string | null): Caller {
  if (token === null) return nobody;
  const tokenHash = hashToken(token);
  return {
    // Digests have one length, so comparing takes the same time whatever was sent.
    holds: (secret) => timingSafeEqual(digest(token), digest(secret)),
    identify: async (slug = '') => {
      const row = await identities.find(tokenHash, slug);
      if (!row || !isLive(row)) return null;
      await noteUse(db, tokenHash, row.lastSeenAt);
      return identityOf(row, slug);
    },
    guess: (slug = '') => {
      const row = identities.last(tokenHash, slug);
      return row && isLive(row) ? identityOf(row, slug) : undefined;
    },
  };
}
