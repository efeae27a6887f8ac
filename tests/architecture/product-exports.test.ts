import { expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { targetOf } from './import-table.ts';
import { sourceFiles } from './source-files.ts';

// An export that only tests use is either dead or belongs to the tests.

/** Exports that tools read, such as tables for migrations, settings of tools, the stub of a library, the runtime of JSX and the packed client. */
const readByTools =
  /^src\/server\/database\/tables\/|^src\/app\/build\/no-infinite-queries\.ts$|^src\/ui\/jsx\/|^src\/client\/client\.ts$|-worker\.ts$|\.config\.ts$/;
const ofTests = /\.(test|test-support|states)\.tsx?$|\/testing\/|\.d\.m?ts$/;

interface SourceText {
  readonly path: string;
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface ParsedFile {
  readonly path: string;
  readonly exported: ReadonlyMap<string, readonly Span[]>;
  readonly passedOn: readonly string[];
  /** `names` is null if the whole module is imported. */
  readonly imports: readonly { readonly from: string; readonly names: readonly string[] | null }[];
  readonly text: string;
}

interface Named extends Span {
  readonly name: string;
}

interface Keyed {
  readonly computed: boolean;
  readonly key: Span;
  readonly shorthand?: boolean;
}

/** Omits property names. This search is slow, so it is used only for files with an unimported export. */
function referencesIn({ path, text }: SourceText): Map<string, number[]> {
  const found: Named[] = [];
  const keys = new Set<number>();
  const addName = (node: Named): void => {
    found.push(node);
  };
  const addKey = ({ computed, key, shorthand = false }: Keyed): void => {
    if (!computed && !shorthand) keys.add(key.start);
  };
  new Visitor({
    Identifier: addName,
    JSXIdentifier: addName,
    MemberExpression: ({ computed, property }) => addKey({ computed, key: property }),
    Property: addKey,
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    JSXAttribute: ({ name }) => addKey({ computed: false, key: name }),
  }).visit(parseSync(path, text).program);
  const references = new Map<string, number[]>();
  for (const { name, start } of found) if (!keys.has(start)) references.set(name, [...(references.get(name) ?? []), start]);
  return references;
}

const lateImport = /\b(?:import|tsImport|load)\(\s*['"]([^'"]+)['"]/;
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/**
 * Finds modules that code loads with `import()`, `tsImport()` or `load()`. Assumes that the code imports every name that its file contains.
 */
function lateImports({ path, text }: SourceText): ParsedFile['imports'] {
  if (!lateImport.test(text)) return [];
  const code = withoutComments(text);
  const names = ['default', ...new Set(code.match(/[A-Za-z_]\w*/g))];
  return [...code.matchAll(new RegExp(lateImport, 'g'))].flatMap(([, specifier = '']) => {
    const from = specifier.startsWith('/') ? specifier.slice(1) : targetOf(path, specifier);
    return from === null ? [] : [{ from, names }];
  });
}

function parse({ path, text }: SourceText): ParsedFile {
  const { errors, module } = parseSync(path, text);
  expect(errors).toEqual([]);
  const exported = new Map<string, Span[]>();
  const passedOn: string[] = [];
  const imports = [...lateImports({ path, text })];
  const add = (specifier: string, name: string | null): void => {
    const from = targetOf(path, specifier);
    if (from !== null) imports.push({ from, names: name === null ? null : [name] });
  };
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries)
      add(moduleRequest.value, importName.kind === 'NamespaceObject' ? null : (importName.name ?? 'default'));
  for (const { exportName, importName, moduleRequest, start, end } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest && importName.kind === 'AllButDefault') passedOn.push(targetOf(path, moduleRequest.value) ?? '');
    else {
      const name = exportName.name ?? 'default';
      exported.set(name, [...(exported.get(name) ?? []), { start, end }]);
      if (moduleRequest) add(moduleRequest.value, importName.kind === 'All' ? null : (importName.name ?? 'default'));
    }
  }
  return { path, text, exported, passedOn, imports };
}

function exportsWithoutUser(sources: readonly SourceText[]): string[] {
  const files = new Map(sources.map((source) => [source.path, parse(source)]));
  const used = new Set<string>();
  const use = (path: string, names: readonly string[] | null): void => {
    const file = files.get(path);
    if (!file) return;
    for (const name of names ?? file.exported.keys()) used.add(`${path} ${name}`);
    for (const next of file.passedOn) use(next, names?.filter((name) => !file.exported.has(name)) ?? null);
  };
  for (const { imports } of files.values()) for (const { from, names } of imports) use(from, names);
  return [...files.values()].flatMap((file) => {
    const left = [...file.exported].filter(([name]) => !used.has(`${file.path} ${name}`));
    const references = left.length > 0 ? referencesIn(file) : new Map<string, number[]>();
    const isUsed = (name: string, spans: readonly Span[]): boolean =>
      references.get(name)?.some((at) => spans.every(({ start, end }) => at < start || at >= end)) ?? false;
    return left.flatMap(([name, spans]) => (isUsed(name, spans) ? [] : [`${file.path} ${name}`]));
  });
}

it('every export of the product has a user in the product', () => {
  const files = sourceFiles(/^(src\/.*|vite\.config)\.(ts|tsx|mjs)$/).filter(({ path }) => !ofTests.test(path));
  expect(files.length).toBeGreaterThan(900);
  expect(exportsWithoutUser(files).filter((found) => !readByTools.test(found.split(' ')[0] ?? ''))).toEqual([]);
});

const unused = { path: 'src/a.ts', text: '/** `unusedSum` adds. */\nexport const unusedSum = 1;\n' };

it('finds an export that nothing uses', () => {
  expect(exportsWithoutUser([unused])).toEqual(['src/a.ts unusedSum']);
  expect(exportsWithoutUser([unused, { path: 'src/b.ts', text: "import { unusedSum } from './a.ts';" }])).toEqual([]);
});

it('finds an export whose name is used elsewhere for another thing', () => {
  const other = { path: 'src/b.ts', text: 'const unusedSum = 2;\nrun(unusedSum, sums.unusedSum);\n' };
  const third = { path: 'src/c.ts', text: "import { unusedSum } from './d.ts';\nrun(unusedSum);\n" };
  expect(exportsWithoutUser([unused, other, third])).toEqual(['src/a.ts unusedSum']);
});

it.each([
  ['a type', 'export type Sum = number;', 'Sum'],
  ['an interface that mentions only itself', 'export interface Sum {\n  parts: Sum[];\n}', 'Sum'],
  ['a function that only calls itself', 'export function sum() {\n  return sum();\n}', 'sum'],
  ['a name of a property in its own file', 'export const sum = 1;\nrun(all.sum, { sum: 2 });', 'sum'],
])('finds %s', (_, text, name) => {
  expect(exportsWithoutUser([{ path: 'src/a.ts', text }])).toEqual([`src/a.ts ${name}`]);
});

it.each([
  ['its own file', '', 'run(sum);'],
  ['a type import', "import type { sum } from './a.ts';", ''],
  ['a namespace', "import * as sums from './a.ts';", ''],
  ['an import by area', "import { sum as total } from '#a.ts';", ''],
  ['an import on demand', "run(async () => (await import('./a.ts')).sum);", ''],
  ['a command that loads it', "const { sum } = await load('/src/a.ts');", ''],
  ['a file that passes it on', "export * from './a.ts';\nimport { sum } from './b.ts';", ''],
])('accepts an export that is used by %s', (_, text, declaringText) => {
  const files = [
    { path: 'src/a.ts', text: `export const sum = 1;\n${declaringText}` },
    { path: 'src/b.ts', text },
  ];
  expect(exportsWithoutUser(files)).toEqual([]);
});
