import { rowsOf, type Database } from '#server/store/database.ts';
import type { Attempt } from './browser-client.ts';

/** What the browser was told and what it asked for, against what is stored: one attempt has one effect at most, and a confirmed one has it. */
export async function attemptFaults(db: Database, slug: string, attempts: readonly Attempt[]): Promise<string[]> {
  const rows = async (state: string, table: string) =>
    Number(
      rowsOf<{ n: number }>(
        await db.execute(
          `select count(*)::int as n from ${table} t join organizations o on o.id = t.organization_id where o.slug = '${slug}' and t.state ${state}`,
        ),
      )[0]?.n,
    );
  const of = (kind: Attempt['kind']) => attempts.filter((attempt) => attempt.kind === kind);
  const confirmed = (kind: Attempt['kind']) => of(kind).filter(({ isConfirmed }) => isConfirmed).length;
  const faults: string[] = [];
  for (const [kind, table, done] of [
    ['top-up', 'top_ups', "= 'credited'"],
    ['change', 'changes', "in ('applied', 'scheduled')"],
  ] as const) {
    const [made, effective] = [await rows('is not null', table), await rows(done, table)];
    if (made > of(kind).length) faults.push(`${slug} has ${made} of ${table} from ${of(kind).length} attempts`);
    if (kind === 'top-up' && effective < confirmed(kind))
      faults.push(`${slug} has ${effective} effects in ${table} and was told of ${confirmed(kind)}`);
  }
  const unknown = attempts.filter(({ outcome }) => outcome === null);
  if (unknown.length > 0) faults.push(`${slug}: nobody knows what became of ${unknown.map(({ key }) => key).join(', ')}`);
  return faults;
}

/** What still waits a day later. */
export async function unsettled(db: Database): Promise<string[]> {
  const rows = rowsOf<{ what: string }>(
    await db.execute(`
      select 'payment ' || id || ' is ' || state as what from payments where state in ('sending', 'processing', 'requires_action', 'requires_method')
      union all select 'work ' || kind || ' of ' || subject || ' is ' || state || ' (' || coalesce(last_error, '') || ')' from outbox where state <> 'done'
      union all select 'event ' || id || ' waits' from gateway_events where processed_at is null
      union all select 'key ' || key || ' is in use' from idempotency_keys where state = 'in_progress' and locked_until > now()
      union all select 'top-up ' || id || ' is open' from top_ups where state = 'open'
      union all select 'change ' || id || ' is open' from changes where state = 'open'`),
  );
  return rows.map(({ what }) => what);
}
