import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { platformAudit } from '#server/database/tables/platform-staff.ts';

export type PlatformAuditRow = typeof platformAudit.$inferSelect;

/** Database triggers write the entries of successful actions. */
export async function insertRefusal(db: Database, row: Omit<typeof platformAudit.$inferInsert, 'outcome' | 'before'>): Promise<void> {
  await db.insert(platformAudit).values({ ...row, outcome: 'refused', before: {} });
}

interface AuditFilter {
  readonly actor: string | undefined;
  readonly act: string | undefined;
  readonly what: string | undefined;
  readonly outcome: PlatformAuditRow['outcome'] | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export const platformAuditEntries = (db: Database, { actor, act, what, outcome, before, limit }: AuditFilter) =>
  db
    .select()
    .from(platformAudit)
    .where(
      and(
        actor === undefined ? undefined : eq(platformAudit.actor, actor),
        act === undefined ? undefined : eq(platformAudit.act, act),
        what === undefined ? undefined : eq(platformAudit.what, what),
        outcome && eq(platformAudit.outcome, outcome),
        before === undefined ? undefined : lt(platformAudit.id, before),
      ),
    )
    .orderBy(desc(platformAudit.id))
    .limit(limit);
