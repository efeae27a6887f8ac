import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from './database.ts';

/**
 * Figures that show how much data would be lost if the database's disk failed; null if unknown. Every database role may read these figures.
 */
export interface DatabaseCondition {
  /**
   * Seconds since PostgreSQL last archived a log segment; null if archiving is off. The platform writes every minute, so a high value means
   * that archiving fails.
   */
  readonly archiveAgeSeconds: number | null;
  /** Lag of the slowest replica with a replication slot, whether connected or not; null if there is no such replica. */
  readonly replicationLagBytes: number | null;
}

export async function readDatabaseCondition(db: Database): Promise<DatabaseCondition> {
  const [row] = rowsOf<DatabaseCondition>(
    await db.execute(sql`select
      (select case when current_setting('archive_mode') <> 'off'
          then greatest(0, extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time())))::float end
        from pg_stat_archiver) as "archiveAgeSeconds",
      case when not pg_is_in_recovery() then
        (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(restart_lsn, '0/0')))::float
          from pg_replication_slots
          where slot_type = 'physical' and not temporary and (restart_lsn is not null or wal_status = 'lost')) end as "replicationLagBytes"`),
  );
  if (!row) throw new Error('The database says nothing about itself');
  return row;
}
