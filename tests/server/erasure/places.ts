import { rowsOf, type Database } from '#server/database/database.ts';

/** Every table that the database has: a new one is here by itself. */
export async function tableNames(db: Database): Promise<string[]> {
  const found = await db.execute(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  return rowsOf<{ name: string }>(found).map(({ name }) => name);
}

/** Which values stand in which tables, each row read as text, in large or small letters. */
export async function placesOf(db: Database, values: readonly string[]): Promise<Record<string, string[]>> {
  const places: Record<string, string[]> = {};
  for (const name of await tableNames(db)) {
    const found: string[] = [];
    for (const value of values) {
      const isIn = `position('${value.toLowerCase().replaceAll("'", "''")}' in lower(t::text)) > 0`;
      const [row] = rowsOf<{ held: boolean }>(await db.execute(`select exists (select from "${name}" t where ${isIn}) as held`));
      if (row?.held) found.push(value);
    }
    if (found.length > 0) places[name] = found;
  }
  return places;
}
