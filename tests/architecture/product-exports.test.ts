import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

// An export that only tests use is either dead or belongs to the tests.

/** Exports that tools read: Drizzle creates migrations from the tables, and Vite replaces a library with the stub. */
const readByTools = /^src\/server\/database\/tables\/|^src\/app\/build\/no-infinite-queries\.ts$/;
const ofTests = /\.(test|test-support|states)\.tsx?$|\/testing\//;

interface SourceText {
  readonly path: string;
  readonly text: string;
}

const exported = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Exports that nothing else uses, as "file name". */
function exportsWithoutUser(files: readonly SourceText[]): string[] {
  const bare = files.map(({ path, text }) => ({ path, words: withoutComments(text).match(/[A-Za-z_]\w*/g) ?? [] }));
  const uses = new Map<string, number>();
  for (const { words } of bare) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(exported)].flatMap(([, name = '']) => (uses.get(name) === 1 ? [`${path} ${name}`] : [])),
  );
}

it('every export of the product has a user in the product', () => {
  const files = sourceFiles(/^(src\/.*|vite\.config)\.(ts|tsx|mjs)$/).filter(({ path }) => !ofTests.test(path));
  expect(files.length).toBeGreaterThan(900);
  expect(exportsWithoutUser(files).filter((found) => !readByTools.test(found.split(' ')[0] ?? ''))).toEqual([]);
});

it('finds an export that nothing uses', () => {
  const unused = { path: 'src/a.ts', text: '/** `unusedSum` adds. */\nexport const unusedSum = 1;\n' };
  expect(exportsWithoutUser([unused])).toEqual(['src/a.ts unusedSum']);
  expect(exportsWithoutUser([unused, { path: 'src/b.ts', text: "import { unusedSum } from './a.ts';" }])).toEqual([]);
});
