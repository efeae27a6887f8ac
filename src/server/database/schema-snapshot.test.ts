import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';

const folder = `${import.meta.dirname}/migrations/meta`;
const tables = Object.assign({}, ...Object.values(import.meta.glob('./tables/*.ts', { eager: true }))) as Record<string, unknown>;

it('the last snapshot of the migrations has the tables of today', async () => {
  const name = readdirSync(folder)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as ReturnType<typeof generateDrizzleJson>;
  expect(Object.keys(snapshot.tables).length).toBeGreaterThan(50);
  expect(await generateMigration(snapshot, generateDrizzleJson(tables, snapshot.id))).toEqual([]);
});
