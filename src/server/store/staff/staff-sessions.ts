import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { staffSessions } from '#server/database/tables/platform-staff.ts';

export async function insertStaffSession(db: Database, row: typeof staffSessions.$inferInsert): Promise<void> {
  await db.insert(staffSessions).values(row);
}

/** Unexpired staff session by the hash of its cookie, at a real time; null if there is none. */
export async function findStaffSession(db: Database, tokenHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.tokenHash, tokenHash), gt(staffSessions.expiresAt, now)));
  return row ?? null;
}

/** Ends one staff session. @returns whether it existed */
export async function deleteStaffSession(db: Database, tokenHash: string): Promise<boolean> {
  const ended = await db
    .delete(staffSessions)
    .where(eq(staffSessions.tokenHash, tokenHash))
    .returning({ tokenHash: staffSessions.tokenHash });
  return ended.length > 0;
}

/**
 * Ends staff sessions after a sign-out at the provider: those of a subject, or all of the issuer if the token names only a session, because
 * provider sessions are not stored.
 * @returns their number
 */
export async function endStaffSessions(
  db: Database,
  { issuer, subject }: { readonly issuer: string; readonly subject: string | null },
): Promise<number> {
  const ended = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.issuer, issuer), subject === null ? undefined : eq(staffSessions.subject, subject)))
    .returning({ tokenHash: staffSessions.tokenHash });
  return ended.length;
}
