import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changelogClaims } from './changelog-claims.ts';
import { documentClaims } from './document-claims.ts';

const changelog = readFileSync('.github/CHANGELOG.md', 'utf8');
const [, current = ''] = changelog.split(/^## /m);

const entriesOf = (text: string): string[] =>
  [...text.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, entry = '']) => entry.replaceAll(/\n +/g, ' '));

function hasTest(path: string, title: string): boolean {
  const file = /^(src|tests)\//.test(path) ? path : `tests/server/${path}`;
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return existsSync(file) && new RegExp(`\\(\\s*['"\`]${literal}`).test(readFileSync(file, 'utf8'));
}

/** Returns the tests that the table names but that do not exist, as `file: beginning of a title`. */
const missingTests = (tests: readonly string[]): string[] =>
  tests.filter((test) => {
    const [, path = '', title = ''] = /^(\S+?): (.+)$/.exec(test) ?? [];
    return !hasTest(path, title);
  });

const unclaimed = (entries: readonly string[]): string[] =>
  entries.filter((entry, index) => !entry.startsWith(changelogClaims[index]?.[0] ?? 'no row'));

it('every entry of the current version names the tests that run it', () => {
  const entries = entriesOf(current);
  expect(entries.length).toBeGreaterThan(150);
  expect(unclaimed(entries)).toEqual([]);
  expect(changelogClaims).toHaveLength(entries.length);
  const isMarked = (index: number): boolean => /\bnot tested\b/i.test(entries[index] ?? '');
  expect(changelogClaims.filter(([, ...tests], index) => tests.length === 0 && !isMarked(index))).toEqual([]);
});

const alerts = [...readFileSync('src/server/deploy/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);

/**
 * Sections of a document below its title, except sections about alerts. `alerts.test.ts` compares the sections about alerts with the rules.
 */
function sectionsOf(text: string): (readonly [heading: string, section: string])[] {
  const parts = text.replaceAll(/^```[^]*?^```/gm, '').split(/^##? /m);
  const sections = parts.slice(2).map((part) => [part.slice(0, part.indexOf('\n')).trim(), part] as const);
  return sections.filter(([heading]) => !alerts.includes(heading));
}

it.each(Object.entries(documentClaims))('every section of %s names the tests that run it', (name, claims) => {
  const sections = sectionsOf(readFileSync(name, 'utf8'));
  expect(Object.keys(claims)).toEqual(sections.map(([heading]) => heading));
  // A section without tests has no command, or says "not tested".
  const bare = sections.filter(([heading, section]) => claims[heading]?.length === 0 && /`(npm|node|systemctl|patronictl) /.test(section));
  expect(bare.filter(([, section]) => !/\bnot (tested|measured)\b/i.test(section)).map(([heading]) => heading)).toEqual([]);
});

it('every named test exists', () => {
  const named = [
    ...changelogClaims.flatMap(([, ...tests]) => tests),
    ...Object.values(documentClaims).flatMap((row) => Object.values(row).flat()),
  ];
  expect(missingTests(named)).toEqual([]);
});

it('notices an entry without a row, and a test that is gone', () => {
  expect(unclaimed(entriesOf('- A new feature\n  of the page.\n'))).toEqual(['A new feature of the page.']);
  expect(missingTests(['pages.test.ts: keeps the session token out of the pages', 'gone.test.ts: keeps'])).toHaveLength(2);
});
