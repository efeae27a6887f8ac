import { rowsOf, type Database } from '#server/database/database.ts';
import { tableNames } from '#tests/support/stored-digest.ts';

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
