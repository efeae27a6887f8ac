import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { staffSessions } from '#server/database/tables/platform-staff.ts';

export async function insertStaffSession(db: Database, row: typeof staffSessions.$inferInsert): Promise<void> {
  await db.insert(staffSessions).values(row);
}

/**
 * @param now the real time
 * @returns null if there is no valid session
 */
export async function findStaffSession(db: Database, tokenHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.tokenHash, tokenHash), gt(staffSessions.expiresAt, now)));
  return row ?? null;
}

export async function deleteStaffSession(db: Database, tokenHash: string): Promise<boolean> {
  const ended = await db
    .delete(staffSessions)
    .where(eq(staffSessions.tokenHash, tokenHash))
    .returning({ tokenHash: staffSessions.tokenHash });
  return ended.length > 0;
}

export async function endStaffSessions(
  db: Database,
  { issuer, subject, session }: { readonly issuer: string; readonly subject: string | null; readonly session: string | null },
): Promise<number> {
  if (subject === null && session === null) return 0;
  const ended = await db
    .delete(staffSessions)
    .where(
      and(
        eq(staffSessions.issuer, issuer),
        subject === null ? undefined : eq(staffSessions.subject, subject),
        session === null ? undefined : eq(staffSessions.providerSession, session),
      ),
    )
    .returning({ tokenHash: staffSessions.tokenHash });
  return ended.length;
}
