import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

// Determines the dependencies of a test: its imports, and the files, folders and programs that its sources name.

/** Source files of each built program that tests start. */
const builtFrom: Readonly<Record<string, readonly string[]>> = {
  'dist/server/main.js': ['src/server/main.ts', 'src/app/entry-browser.ts'],
  'dist/server/billing.js': ['src/server/operator-cli/program.ts'],
};

const quotedText = /(['"`])((?:\.{1,2}\/|#|src\/|tests\/|a11y\/|design-tokens\/|dist\/|\.github\/|\.env)[^'"`\n$?]+)/g;

const importAliases: readonly (readonly [prefix: string, folder: string])[] = [
  ['#tokens/', 'design-tokens/'],
  ['#tests/', 'tests/'],
  ['#a11y/', 'a11y/'],
  ['#', 'src/'],
];

/** @returns the path to which a string in a file refers, relative to the project root; the path may not exist */
function pathNamed(text: string, file: string): string {
  if (text.startsWith('.')) return posix.join(posix.dirname(file), text);
  const alias = importAliases.find(([prefix]) => text.startsWith(prefix));
  return alias ? alias[1] + text.slice(alias[0].length) : text;
}

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export function dependencyGraph(sources: readonly SourceText[], allPaths: readonly string[]): Map<string, readonly string[]> {
  const known = new Set(allPaths);
  const inFolder = (folder: string): string[] => allPaths.filter((path) => path.startsWith(`${folder.replace(/\/$/, '')}/`));
  const depth = (path: string): number => path.split('/').length;
  const dependenciesOf = ({ path, text }: SourceText): string[] =>
    [...text.matchAll(quotedText)].flatMap(([, , named = '']) => {
      const target = pathNamed(named, path);
      if (known.has(target)) return [target];
      if (builtFrom[target]) return [...builtFrom[target]];
      // If a source names a folder, it depends on all files in the folder. Folders near the root are ignored: they contain too many files.
      return depth(target) >= 3 ? inFolder(target) : [];
    });
  return new Map(sources.map((source) => [source.path, [...new Set(dependenciesOf(source))]]));
}

/** Returns each file's distance from the change: 0 for a changed file, 1 for direct dependents. Unaffected files are absent. */
export function stepsFromChange(graph: ReadonlyMap<string, readonly string[]>, changed: readonly string[]): Map<string, number> {
  const dependents = new Map<string, string[]>();
  for (const [path, dependencies] of graph)
    for (const dependency of dependencies) dependents.set(dependency, [...(dependents.get(dependency) ?? []), path]);
  const steps = new Map(changed.map((path) => [path, 0]));
  const queue = [...changed];
  for (let place = 0; place < queue.length; place += 1) {
    const path = queue[place] ?? '';
    for (const dependent of dependents.get(path) ?? []) {
      if (steps.has(dependent)) continue;
      steps.set(dependent, (steps.get(path) ?? 0) + 1);
      queue.push(dependent);
    }
  }
  return steps;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** A change of one of these files can break any test. */
const breaksEverything = /^(package(-lock)?\.json|vite\.config\.ts|tsconfig\.json)$/;

/** Returns the files changed since the commit, including uncommitted files. @throws if the commit is not in this repository */
const changedSince = (commit: string): string[] => [
  ...lines(git('diff', '--name-only', '--no-renames', commit, '--')),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
];

/** @returns distance of each affected test from the changes since the commit, counted in imports; unaffected tests are absent */
export function affectedSince(commit: string, tests: readonly string[]): Map<string, number> {
  const changed = changedSince(commit);
  if (changed.some((path) => breaksEverything.test(path))) return new Map(tests.map((path) => [path, 0]));
  const paths = lines(git('ls-files', '--cached', '--others', '--exclude-standard')).filter((path) => existsSync(path));
  const sources = paths
    .filter((path) => /\.(m?[jt]s|tsx|css|d\.mts)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const steps = stepsFromChange(dependencyGraph(sources, paths), changed);
  return new Map(tests.flatMap((path) => (steps.has(path) ? [[path, steps.get(path) ?? 0] as const] : [])));
}
