import { hash, randomBytes } from 'node:crypto';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Database } from '#server/database/database.ts';
import type { HttpContext } from './environment.ts';
import { deleteSession, insertSession, touchSession, type IdentityRow } from '#server/store/sessions.ts';

const minuteMs = 60_000;
const idleMs = 12 * 60 * minuteMs;
const absoluteMs = 7 * 24 * 60 * minuteMs;
/** A session's last use is noted to this precision, so that reads seldom write. */
const touchEveryMs = 5 * minuteMs;
const tokenBytes = 32;

/** On https the name keeps other hosts and paths of the same site from setting it; plain http can't have that name. */
const secureCookie = '__Host-session';
const plainCookie = 'session';

export const cookieName = (secure: boolean): string => (secure ? secureCookie : plainCookie);

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Sessions and their cookies live on real time: moving the platform's clock ends none. */
export async function startSession(db: Database, memberId: number, nowMs = Date.now()): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const now = new Date(nowMs);
  await insertSession(db, {
    tokenHash: hashToken(token),
    memberId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(nowMs + absoluteMs),
  });
  return token;
}

export const endSession = (db: Database, token: string): Promise<void> => deleteSession(db, hashToken(token));

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
