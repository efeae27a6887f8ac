import { rowsOf, type Database } from '#server/database/database.ts';
import type { Wish } from './browser-client.ts';

/** Checks that each payment has at most one effect, that a confirmed payment has an effect, and that a refused payment has none. */
export async function wishFaults(db: Database, slug: string, wishes: readonly Wish[]): Promise<string[]> {
  const count = async (table: string, where: string): Promise<number> =>
    Number(
      rowsOf<{ n: number }>(
        await db.execute(
          `select count(*)::int as n from ${table} t join organizations o on o.id = t.organization_id where o.slug = '${slug}' and ${where}`,
        ),
      )[0]?.n,
    );
  const faults: string[] = [];
  for (const [kind, table, done] of [
    ['top-up', 'top_ups', "= 'credited'"],
    ['change', 'changes', "in ('applied', 'scheduled')"],
  ] as const) {
    const kindWishes = wishes.filter((wish) => wish.kind === kind);
    const keys = new Set(kindWishes.flatMap((wish) => [...wish.keys]));
    const [made, effective] = [await count(table, 'true'), await count(table, `t.state ${done}`)];
    if (made > keys.size) faults.push(`${slug} has ${made} of ${table} from ${keys.size} attempts`);
    const possible = kindWishes.filter(({ outcome }) => outcome === null || outcome < 300).length;
    if (effective > possible) faults.push(`${slug} has ${effective} effects in ${table}, and all but ${possible} were refused`);
    const confirmed = kindWishes.filter(({ isConfirmed }) => isConfirmed).length;
    if (kind === 'top-up' && effective < confirmed)
      faults.push(`${slug} has ${effective} effects in ${table} and was told of ${confirmed}`);
    for (const { outcome, isGivenUp, keys: sentKeys } of kindWishes)
      if (outcome === null && !isGivenUp) faults.push(`${slug}: nobody knows what became of ${[...sentKeys].join(', ')}`);
  }
  return faults;
}

/** Returns descriptions of work that is still pending. The test calls this function one day after the end of the history. */
export async function unsettled(db: Database): Promise<string[]> {
  // Uses the clock of this process instead of the database's clock, because the process may run in simulated time.
  const now = new Date().toISOString();
  const rows = rowsOf<{ what: string }>(
    await db.execute(`
      select 'payment ' || id || ' is ' || state as what from payments where state in ('sending', 'processing', 'requires_action', 'requires_method')
      union all select 'work ' || kind || ' of ' || subject || ' is ' || state || ' (' || coalesce(last_error, '') || ')' from outbox where state <> 'done'
      union all select 'event ' || id || ' waits' from gateway_events where processed_at is null
      union all select 'key ' || key || ' is in use' from idempotency_keys where state = 'in_progress' and locked_until > '${now}'
      union all select 'top-up ' || id || ' is open' from top_ups where state = 'open'
      union all select 'change ' || id || ' is open' from changes where state = 'open'`),
  );
  return rows.map(({ what }) => what);
}
