import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';

/** What an erasure changes or removes: how many rows of which table. */
export type ErasedPlaces = Readonly<Record<string, number>>;

export interface ErasureTerms {
  /** The platform's time. */
  readonly now: Date;
  readonly reason: string;
}

/** What stays after an erasure, and why. */
export interface KeptData {
  readonly what: string;
  readonly why: string;
}

/** Does the steps of one erasure and counts their rows. */
class Erasing {
  readonly #tx: Database;
  readonly #places = new Map<string, number>();

  constructor(tx: Database) {
    this.#tx = tx;
  }

  /** @param statement an update or a delete of that table, without `returning` */
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

/** Lets this transaction, and no other, write over what is personal in the audit log. It may take as long as it takes. */
export async function beginErasing(tx: Database): Promise<Erasing> {
  await tx.execute(sql`select set_config('platform.erasure', 'on', true), set_config('statement_timeout', '0', true)`);
  return new Erasing(tx);
}

/** What was done to the data of an organization, and changed no row that the database would log by itself. */
interface DataAct {
  readonly what: 'erasure' | 'export';
  readonly subject: string;
  /** The platform's time. */
  readonly at: Date;
  readonly after: Readonly<Record<string, string>>;
}

/** Adds it to the audit log, by who acts in this transaction. */
export async function recordDataAct(tx: Database, organizationId: number, { what, subject, at, after }: DataAct): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (organization_id, at, username, key_id, call, request_id, what, subject, before, after)
    select ${organizationId}::integer, ${at.toISOString()}::timestamptz, actor ->> 'username', actor ->> 'key', actor ->> 'call',
      actor ->> 'request', ${what}, ${subject}, '{}', ${JSON.stringify(after)}::jsonb
    from (select coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb as actor) acting`);
}

/** The entry of the erasure itself, by who acts. */
export const recordErasure = (
  tx: Database,
  organizationId: number,
  { subject, now, reason }: ErasureTerms & { readonly subject: string },
): Promise<void> => recordDataAct(tx, organizationId, { what: 'erasure', subject, at: now, after: { reason } });
