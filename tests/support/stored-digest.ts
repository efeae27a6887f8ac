import { rowsOf, type Database } from '#server/database/database.ts';

/** Tables that are not in the digest, because requests and running processes can change them at any time. */
const left = new Set(['sessions', 'rate_limits', 'processes']);

const leftColumns: Readonly<Record<string, readonly string[]>> = { organization_tokens: ['last_used_at'] };

/** Excludes partitions. */
export async function tableNames(db: Database): Promise<string[]> {
  const found = await db.execute(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return rowsOf<{ name: string }>(found).map(({ name }) => name);
}

export async function storedDigest(db: Database): Promise<string> {
  const lines: string[] = [];
  for (const name of await tableNames(db)) {
    if (left.has(name)) continue;
    const columns = leftColumns[name];
    const text = columns ? `(to_jsonb(t) - array['${columns.join("', '")}'])::text` : 't::text';
    const digest = `md5(coalesce(string_agg(${text}, '|' order by ${text}), ''))`;
    const [row] = rowsOf<{ digest: string }>(await db.execute(`select ${digest} as digest from "${name}" t`));
    lines.push(`${name} ${row?.digest}`);
  }
  return lines.join('\n');
}
