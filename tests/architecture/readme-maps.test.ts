import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourcePaths } from './source-files.ts';

// The table of folders in a README may list only existing folders, and must list every folder beside the README.

/** Possible texts of the first header cell in a table of folders or files. */
const MAP_HEADERS: readonly string[] = ['file', 'folder', 'part', 'place', 'where'];
/** A table row that lists at least this number of a folder's subfolders must list all of them. */
const LISTED_SUBFOLDERS = 3;

interface MapRow {
  readonly names: readonly string[];
  readonly described: readonly string[];
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const codeOf = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\/$/, ''));

function mapRows(text: string): MapRow[] {
  const lines = text.split('\n');
  const rows: MapRow[] = [];
  for (const [index, line] of lines.entries()) {
    const isHeader = /^\|[\s:|-]+\|$/.test(lines[index + 1] ?? '') && MAP_HEADERS.includes(cellsOf(line)[0] ?? '');
    if (!isHeader) continue;
    const after = lines.slice(index + 2);
    const end = after.findIndex((row) => !row.startsWith('|'));
    for (const row of end === -1 ? after : after.slice(0, end)) {
      const [first, second] = cellsOf(row);
      rows.push({ names: codeOf(first), described: codeOf(second) });
    }
  }
  return rows;
}

function withFolders(files: readonly string[]): Set<string> {
  const places = new Set(files);
  for (const file of files) for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) places.add(folder);
  return places;
}

const subfoldersOf = (folder: string, files: readonly string[]): string[] => {
  const start = folder === '.' ? '' : `${folder}/`;
  const names = files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length).split('/'));
  return [...new Set(names.filter((parts) => parts.length > 1).map(([name = '']) => name))].filter((name) => !name.startsWith('.'));
};

/** True if a name is a path relative to the README's folder or the root. The extension may be omitted, and `*` is a wildcard. */
function isThere(name: string, folder: string, places: ReadonlySet<string>): boolean {
  const paths = [posix.join(folder, name), name].flatMap((path) => [path, `${path}.ts`]);
  if (!name.includes('*')) return paths.some((path) => places.has(path));
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`));
  return [...places].some((place) => patterns.some((pattern) => pattern.test(place)));
}

function mapFaults(readme: { path: string; text: string }, files: readonly string[]): string[] {
  const folder = posix.dirname(readme.path);
  const places = withFolders(files);
  const rows = mapRows(readme.text);
  if (rows.length === 0) return [];
  const names = rows.flatMap((row) => row.names);
  const absent = names.filter((name) => !isThere(name, folder, places)).map((name) => `names ${name}, which does not exist`);
  const firstParts = new Set(names.map((name) => name.split('/')[0]));
  const unnamed = subfoldersOf(folder, files).filter((name) => !firstParts.has(name));
  const unlisted = rows.flatMap(({ names: [name = '', ...others], described }) => {
    const below = others.length > 0 ? [] : subfoldersOf(posix.join(folder, name), files);
    const listed = below.filter((subfolder) => described.includes(subfolder));
    return listed.length < LISTED_SUBFOLDERS ? [] : below.filter((one) => !listed.includes(one)).map((one) => `${name}/${one}`);
  });
  return [...absent, ...[...unnamed, ...unlisted].map((name) => `leaves out the folder ${name}`)].map((fault) => `${readme.path} ${fault}`);
}

describe('the table of folders in a README', () => {
  it('names only what exists, and every folder beside it', () => {
    const files = sourcePaths(/./);
    const readmes = sourceFiles(/(^|\/)README\.md$/);
    expect(readmes.flatMap((readme) => mapFaults(readme, files))).toEqual([]);
    expect(readmes.filter(({ text }) => mapRows(text).length > 0).length).toBeGreaterThan(10);
  });

  it('fails for a folder that is gone, left out, or missing in the list of a row', () => {
    const files = ['a/README.md', 'a/one/x.ts', 'a/two/y.ts', 'a/two/in/z.ts', 'a/two/on/z.ts', 'a/two/at/z.ts', 'a/plans.ts'];
    const faultsOf = (...rows: string[]): string[] =>
      mapFaults({ path: 'a/README.md', text: ['| folder | holds |', '|---|---|', ...rows].join('\n') }, files);
    expect(faultsOf('| `one/`, `plans` | x |', '| `two` | `in`, `on` |', '| `*.ts`, `a/two/in` | y |')).toEqual([]);
    expect(faultsOf('| `one`, `two` | x |', '| `three` | y |')).toEqual(['a/README.md names three, which does not exist']);
    expect(faultsOf('| `one` | x |')).toEqual(['a/README.md leaves out the folder two']);
    const listed = [...files, 'a/two/by/z.ts'];
    const text = '| folder | holds |\n|---|---|\n| `one` | x |\n| `two` | `in`, `on` and `at` |';
    expect(mapFaults({ path: 'a/README.md', text }, listed)).toEqual(['a/README.md leaves out the folder two/by']);
  });
});
