import { hash, randomBytes } from 'node:crypto';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Database } from '#server/database/database.ts';
import type { HttpContext } from './environment.ts';
import { confirmAddressOfMember } from '#server/store/notices/confirmations.ts';
import { deleteSession, idleMs, insertSession, touchSession, type IdentityRow } from '#server/store/sessions.ts';

const minuteMs = 60_000;
const absoluteMs = 7 * 24 * 60 * minuteMs;
/** Minimum milliseconds between two updates of the time at which a session was last used, so that most requests write nothing. */
const touchEveryMs = 5 * minuteMs;
const tokenBytes = 32;

/** Cookie name on https. The prefix prevents other hosts of the site from setting the cookie; browsers refuse the prefix on http. */
const secureCookie = '__Host-session';
const plainCookie = 'session';

export const cookieName = (secure: boolean): string => (secure ? secureCookie : plainCookie);

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

export interface SessionFacts {
  readonly userAgent?: string | null;
  readonly issuer?: string;
  readonly subject?: string;
  readonly providerSession?: string | null;
  /**
   * @param owner the hash of the session token
   * @returns null if there is no ID token
   */
  readonly sealIdToken?: (owner: string) => string | null;
}

/** Maximum number of stored characters of a `User-Agent` header. This is enough for the names of browser and system. */
const mostUserAgent = 300;

export const userAgentOf = (request: Request): string | null => request.headers.get('User-Agent')?.slice(0, mostUserAgent) ?? null;

export const idTokenOwner = (tokenHash: string): string => `session ${tokenHash}`;

/** The session expires in real time, so moving the sandbox clock does not end it. */
export async function startSession(db: Database, memberId: number, facts: SessionFacts = {}, nowMs = Date.now()): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const now = new Date(nowMs);
  const tokenHash = hashToken(token);
  const { sealIdToken, ...known } = facts;
  await insertSession(db, {
    ...known,
    idToken: sealIdToken?.(idTokenOwner(tokenHash)) ?? null,
    tokenHash,
    memberId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(nowMs + absoluteMs),
  });
  await confirmAddressOfMember(db, memberId, now);
  return token;
}

export const endSession = (db: Database, token: string): ReturnType<typeof deleteSession> => deleteSession(db, hashToken(token));

export const isLive = (session: Pick<IdentityRow, 'lastSeenAt' | 'expiresAt'>, nowMs = Date.now()): boolean =>
  session.expiresAt.getTime() > nowMs && session.lastSeenAt.getTime() > nowMs - idleMs;

export const shouldTouchSession = ({ lastSeenAt }: Pick<IdentityRow, 'lastSeenAt'>, nowMs = Date.now()): boolean =>
  nowMs - lastSeenAt.getTime() > touchEveryMs;

export const recordSessionUse = (db: Database, tokenHash: string, nowMs = Date.now()): Promise<void> =>
  touchSession(db, tokenHash, new Date(nowMs));

/** Options of all cookies: neither scripts nor other sites can use the cookies. */
export const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure }) as const;

export const setSessionCookie = (c: HttpContext, token: string, secure: boolean): void =>
  setCookie(c, cookieName(secure), token, { ...cookieOptions(secure), maxAge: absoluteMs / 1000 });

export const endSessionCookie = (c: HttpContext, secure: boolean): void => void deleteCookie(c, cookieName(secure), cookieOptions(secure));
