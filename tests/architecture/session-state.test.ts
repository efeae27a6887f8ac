import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

// A pooler in transaction mode may run each transaction in another session, so no code may depend on session state.

const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ['listens', /\blisten\s+[a-z_"]+\s*[`';]|\bLISTEN\s+\w/],
  ['locks for a session', /\bpg_(try_)?advisory_lock(_shared)?\s*\(/i],
  ['sets for a session', /set_config\([^)]*,\s*false\s*\)|[`'"]set\s+(session|role|search_path|time zone|timezone|statement_timeout)\b/i],
  ['makes a temporary table', /\bcreate\s+temp(orary)?\b/i],
  ['holds a cursor', /\bwith\s+hold\b/i],
];

const sessionUses = (text: string): string[] => forms.filter(([, form]) => form.test(text)).map(([what]) => what);

it('no statement of the server rests on a session of the database', () => {
  const server = sourceFiles(/^src\/server\/.*(?<!\.test)\.(ts|sql)$/);
  expect(server.length).toBeGreaterThan(200);
  expect(server.flatMap(({ path, text }) => sessionUses(text).map((what) => `${path} ${what}`))).toEqual([]);
});

it.each([
  ['await client.query(`listen news`)', 'listens'],
  ['sql`select pg_advisory_lock(1)`', 'locks for a session'],
  ["sql`select set_config('a', 'b', false)`", 'sets for a session'],
  ["client.query('set statement_timeout = 5')", 'sets for a session'],
  ['sql`create temp table t (a int)`', 'makes a temporary table'],
])('notices %s', (text, what) => {
  expect(sessionUses(text)).toEqual([what]);
});

it('leaves alone what ends with its transaction', () => {
  expect(sessionUses("sql`select pg_advisory_xact_lock(1), set_config('a', 'b', true)`; server.listen(port);")).toEqual([]);
});
