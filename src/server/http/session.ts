import { hash, randomBytes } from 'node:crypto';
import type { Database } from '#server/store/database.ts';
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

/** Sessions and their cookies live on real time: moving the platform's clock signs nobody out. */
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
export const isUseToNote = ({ lastSeenAt }: Pick<IdentityRow, 'lastSeenAt'>, nowMs = Date.now()): boolean =>
  nowMs - lastSeenAt.getTime() > touchEveryMs;

export const noteUse = (db: Database, tokenHash: string, nowMs = Date.now()): Promise<void> => touchSession(db, tokenHash, new Date(nowMs));

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const sessionCookie = (token: string, secure: boolean): string =>
  `${cookieName(secure)}=${token}; ${attributes(secure)}; Max-Age=${absoluteMs / 1000}`;

export const endedCookie = (secure: boolean): string => `${cookieName(secure)}=; ${attributes(secure)}; Max-Age=0`;
