import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';

export type ErasedPlaces = Readonly<Record<string, number>>;

export interface ErasureTerms {
  /** Platform time. */
  readonly now: Date;
  readonly reason: string;
}

export interface KeptData {
  readonly what: string;
  readonly why: string;
}

class Erasing {
  readonly #tx: Database;
  readonly #places = new Map<string, number>();

  constructor(tx: Database) {
    this.#tx = tx;
  }

  /** Runs a statement and counts the changed rows. @param statement an update or delete of `table`, without `returning` */
  async step(table: string, statement: SQL): Promise<void> {
    const [row] = rowsOf<{ count: number }>(
      await this.#tx.execute(sql`with changed as (${statement} returning 1) select count(*)::integer as count from changed`),
    );
    const count = row?.count ?? 0;
    if (count > 0) this.#places.set(table, (this.#places.get(table) ?? 0) + count);
  }

  places(): ErasedPlaces {
    return Object.fromEntries([...this.#places].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Allows only this transaction to overwrite personal data in the audit log, and disables its statement timeout. */
export async function beginErasing(tx: Database): Promise<Erasing> {
  await tx.execute(sql`select set_config('platform.erasure', 'on', true), set_config('statement_timeout', '0', true)`);
  return new Erasing(tx);
}

/** Erasure or export of an organization's data. Triggers do not log these actions. */
interface DataAct {
  readonly what: 'erasure' | 'export';
  readonly subject: string;
  /** Platform time. */
  readonly at: Date;
  readonly after: Readonly<Record<string, string>>;
}

export async function recordDataAct(tx: Database, organizationId: number, { what, subject, at, after }: DataAct): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (organization_id, at, username, key_id, call, request_id, what, subject, before, after)
    select ${organizationId}::integer, ${at.toISOString()}::timestamptz, actor ->> 'username', actor ->> 'key', actor ->> 'call',
      actor ->> 'request', ${what}, ${subject}, '{}', ${JSON.stringify(after)}::jsonb
    from (select coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb as actor) acting`);
}

export const recordErasure = (
  tx: Database,
  organizationId: number,
  { subject, now, reason }: ErasureTerms & { readonly subject: string },
): Promise<void> => recordDataAct(tx, organizationId, { what: 'erasure', subject, at: now, after: { reason } });
