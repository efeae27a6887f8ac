import { rowsOf, type Database } from '#server/database/database.ts';

/** What asking itself leaves behind. */
const left = new Set(['sessions', 'rate_limits', 'processes']);

/** A line for each table with a digest of everything in it, apart from who is signed in and how often something was asked. */
export async function storedDigest(db: Database): Promise<string> {
  const tables = await db.execute("select table_name as name from information_schema.tables where table_schema = 'public' order by 1");
  const lines: string[] = [];
  for (const { name } of rowsOf<{ name: string }>(tables)) {
    if (left.has(name)) continue;
    const digest = `md5(coalesce(string_agg(t::text, '|' order by t::text), ''))`;
    const [row] = rowsOf<{ digest: string }>(await db.execute(`select ${digest} as digest from "${name}" t`));
    lines.push(`${name} ${row?.digest}`);
  }
  return lines.join('\n');
}
