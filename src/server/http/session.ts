import { hash, randomBytes } from 'node:crypto';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Database } from '#server/database/database.ts';
import type { HttpContext } from './environment.ts';
import { confirmAddressOfMember } from '#server/store/notices/confirmations.ts';
import { deleteSession, idleMs, insertSession, touchSession, type IdentityRow } from '#server/store/sessions.ts';

const minuteMs = 60_000;
const absoluteMs = 7 * 24 * 60 * minuteMs;
/** A session's last use is noted to this precision, so that reads seldom write. */
const touchEveryMs = 5 * minuteMs;
const tokenBytes = 32;

/** On https the name keeps other hosts and paths of the same site from setting it; plain http can't have that name. */
const secureCookie = '__Host-session';
const plainCookie = 'session';

export const cookieName = (secure: boolean): string => (secure ? secureCookie : plainCookie);

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** What is known about the browser and the login that start a session. */
export interface SessionFacts {
  readonly userAgent?: string | null;
  readonly issuer?: string;
  readonly subject?: string;
  readonly providerSession?: string | null;
  /** Seals the ID token for the session of a token hash; null without one. */
  readonly sealIdToken?: (owner: string) => string | null;
}

/** Characters of a `User-Agent` header that are stored: the names of browser and system are among them. */
const mostUserAgent = 300;

export const userAgentOf = (request: Request): string | null => request.headers.get('User-Agent')?.slice(0, mostUserAgent) ?? null;

/** Owner of a sealed ID token. */
export const idTokenOwner = (tokenHash: string): string => `session ${tokenHash}`;

/** Sessions and their cookies live on real time: moving the platform's clock ends none. */
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

/** @returns the row of the session, or null if there was none */
export const endSession = (db: Database, token: string): ReturnType<typeof deleteSession> => deleteSession(db, hashToken(token));

export const isLive = (session: Pick<IdentityRow, 'lastSeenAt' | 'expiresAt'>, nowMs = Date.now()): boolean =>
  session.expiresAt.getTime() > nowMs && session.lastSeenAt.getTime() > nowMs - idleMs;

/** Whether the last note of a session's use is so old that the next one matters. */
export const shouldTouchSession = ({ lastSeenAt }: Pick<IdentityRow, 'lastSeenAt'>, nowMs = Date.now()): boolean =>
  nowMs - lastSeenAt.getTime() > touchEveryMs;

export const recordSessionUse = (db: Database, tokenHash: string, nowMs = Date.now()): Promise<void> =>
  touchSession(db, tokenHash, new Date(nowMs));

/** Of every cookie here: no script and no other site can use it. */
export const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure }) as const;

export const setSessionCookie = (c: HttpContext, token: string, secure: boolean): void =>
  setCookie(c, cookieName(secure), token, { ...cookieOptions(secure), maxAge: absoluteMs / 1000 });

export const endSessionCookie = (c: HttpContext, secure: boolean): void => void deleteCookie(c, cookieName(secure), cookieOptions(secure));
