import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// During a migration, processes of the previous version still run. A migration may thus add columns and tables, but not remove any. A later
// migration removes the columns and tables that no process uses any more.

const folder = 'src/server/database/migrations';
/** Last migration of the first schema. No process runs on an older schema. */
const firstSchema = '0001';
/** Matches the first line of a migration that removes something. The line names the oldest version that works after the migration. */
const contract = /^-- contract: programs before (\w+) must have stopped$/m;
/** Matches a comment above a statement that seems to remove something. The comment says why older processes are not affected. */
const safe = /^-- beside the version before: \S.{15,}$/m;

const forms: readonly (readonly [what: string, form: RegExp])[] = [
  [
    'drops something that an older process may use',
    /\bdrop\s+(table|column|type|view|function|schema|constraint|index|trigger|default)\b/i,
  ],
  ['renames', /\brename\s+(to|column|constraint|value)\b/i],
  ['changes a type', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['demands a value that an older process may not write', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
  ['empties', /\btruncate\b/i],
];

/** Matches a NOT NULL column without a default, added to a table. Tables that the same migration creates are allowed. */
const demanded = /\balter\s+table\s+"?(\w+)"?\s+add\s+column\s+(?![^;]*\b(?:default|generated)\b)[^;]*?\bnot\s+null\b/i;
const constrained = /\balter\s+table\s+"?(\w+)"?\s+add\s+constraint\b[^;]*?\b(?:check|unique|primary\s+key|exclude)\b/i;
const uniqueIndex = /\bcreate\s+unique\s+index\b[^;]*?\bon\s+"?(\w+)"?/i;

function breaks(text: string): string[] {
  if (contract.test(text)) return [];
  const made = new Set([...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(([, name = '']) => name));
  return text.split(/--> statement-breakpoint|;\s*\n/).flatMap((statement) => {
    if (safe.test(statement)) return [];
    const bare = statement.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '');
    const found = forms.filter(([, form]) => form.test(bare)).map(([what]) => what);
    const table = (form: RegExp) => form.exec(bare)?.[1];
    const old = (form: RegExp) => table(form) !== undefined && !made.has(table(form) ?? '');
    if (old(demanded)) found.push('demands a column that an older process does not write');
    if (old(constrained)) found.push('adds a rule to a table that older processes write');
    if (old(uniqueIndex)) found.push('makes unique what older processes may write twice');
    return found.map((what) => `${what}: ${bare.trim().replace(/\s+/g, ' ').slice(0, 90)}`);
  });
}

it('every migration since the first schema only adds, or names the versions that must be gone', () => {
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > firstSchema);
  expect(later.flatMap((name) => breaks(readFileSync(join(folder, name), 'utf8')).map((what) => `${name} ${what}`))).toEqual([]);
});

it.each([
  ['alter table "members" drop column "handle";', 1],
  ['alter table members rename column a to b;', 1],
  ['alter table members alter column a set data type bigint;', 1],
  ['alter table members alter column a set not null;', 1],
  ['alter table members add column a text not null;', 1],
  ["alter table members add column a text not null default '';", 0],
  ['alter table members add constraint c check (a > 0);', 1],
  ['create table more (a text);\nalter table "more" add constraint c check (a > 0);', 0],
  ['create unique index i on members (a);', 1],
  ['-- contract: programs before 0007_price_books must have stopped\nalter table members drop column a;', 0],
  ['-- beside the version before: no program has written it since 0005\nalter table members drop column a;', 0],
  ['-- beside the version before: short\nalter table members drop column a;', 1],
  ['create function f() returns trigger language plpgsql as $$ begin drop table x; end $$;', 0],
])('knows what takes away: %s', (text, count) => {
  expect(breaks(text)).toHaveLength(count);
});
