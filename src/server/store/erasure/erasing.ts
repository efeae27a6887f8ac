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

/** The entry of the erasure itself, by who acts. */
export async function noteErasure(
  tx: Database,
  organizationId: number,
  { subject, now, reason }: ErasureTerms & { readonly subject: string },
): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (organization_id, at, username, key_id, call, request_id, what, subject, before, after)
    select ${organizationId}::integer, ${now.toISOString()}::timestamptz, actor ->> 'username', actor ->> 'key', actor ->> 'call',
      actor ->> 'request', 'erasure', ${subject}, '{}', jsonb_build_object('reason', ${reason}::text)
    from (select coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb as actor) acting`);
}
