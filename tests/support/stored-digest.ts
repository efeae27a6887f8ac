import { rowsOf, type Database } from '#server/database/database.ts';

/** What asking itself leaves behind. */
const left = new Set(['sessions', 'rate_limits', 'processes']);

/** Every table that the database has: a new one is here by itself. Partitions are a part of theirs. */
export async function tableNames(db: Database): Promise<string[]> {
  const found = await db.execute(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return rowsOf<{ name: string }>(found).map(({ name }) => name);
}

/** A line for each table with a digest of everything in it, apart from who is signed in and how often something was asked. */
export async function storedDigest(db: Database): Promise<string> {
  const lines: string[] = [];
  for (const name of await tableNames(db)) {
    if (left.has(name)) continue;
    const digest = `md5(coalesce(string_agg(t::text, '|' order by t::text), ''))`;
    const [row] = rowsOf<{ digest: string }>(await db.execute(`select ${digest} as digest from "${name}" t`));
    lines.push(`${name} ${row?.digest}`);
  }
  return lines.join('\n');
}
