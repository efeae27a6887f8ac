import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { auditEntries } from './tables/audit.ts';

/** Entries of an organization, newest first. @param before entries with a smaller id only */
export const auditOf = (db: Database, organizationId: number, before: number | null, limit: number) =>
  db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.organizationId, organizationId), before === null ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
