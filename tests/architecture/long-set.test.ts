import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judges } from '#tests/judges/judges.ts';
import { chooseFiles } from '#tests/support/run/chosen-files.ts';
import { dependencyGraph, stepsFromChange } from '#tests/support/run/import-graph.ts';
import { appendResult, passedFiles, readResults, takeOverResults } from '#tests/support/run/kept-results.ts';
import { isLongServerFile, longJourneys } from '#tests/support/run/long-files.ts';
import { coreOfLongSet } from '#tests/support/run/test-sets.ts';
import { sourceFiles } from './source-files.ts';

const PASSED_FILE = '.ci/long-set-passed';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const isInHistory = (hash: string): boolean =>
  /^[0-9a-f]{40}$/.test(hash) && spawnSync('git', ['merge-base', '--is-ancestor', hash, 'HEAD'], { stdio: 'ignore' }).status === 0;

describe('the commit on which the long set passed', () => {
  it('is in the history', () => {
    expect(isInHistory(readFileSync(PASSED_FILE, 'utf8').trim())).toBe(true);
    // Seeded faults: an unknown hash, and text that is no hash.
    expect(isInHistory('0123456789abcdef0123456789abcdef01234567')).toBe(false);
    expect(isInHistory('HEAD')).toBe(false);
  });

  it('is updated by a commit that changes nothing else', () => {
    const last = git('log', '-1', '--format=%H', '--', PASSED_FILE);
    expect(git('show', '--name-only', '--format=', last).split('\n')).toEqual([PASSED_FILE]);
  });
});

describe('files that a change can break', () => {
  const paths = [
    'src/a.ts',
    'src/b.ts',
    'src/c/d/e/page.css',
    'src/server/main.ts',
    'src/server/deploy/files/proxy.cfg',
    'tests/a.test.ts',
    'tests/built.ts',
  ];
  const graph = dependencyGraph(
    [
      { path: 'src/a.ts', text: "import { b } from '#b.ts';" },
      { path: 'src/b.ts', text: "import './c/d/e/page.css';" },
      { path: 'src/server/main.ts', text: "const later = await import('./../a.ts');" },
      { path: 'tests/built.ts', text: "spawn('node', ['dist/server/main.js'])" },
      { path: 'tests/a.test.ts', text: "import { start } from './built.ts';\nreadFolder('src/server/deploy/files');" },
    ],
    paths,
  );

  it('are found through imports, started programs and folders that are named', () => {
    expect(graph.get('tests/built.ts')).toEqual(['src/server/main.ts', 'src/app/entry-browser.ts']);
    const steps = stepsFromChange(graph, ['src/c/d/e/page.css']);
    expect(Object.fromEntries(steps)).toEqual({
      'src/c/d/e/page.css': 0,
      'src/b.ts': 1,
      'src/a.ts': 2,
      'src/server/main.ts': 3,
      'tests/built.ts': 4,
      'tests/a.test.ts': 5,
    });
    expect(stepsFromChange(graph, ['src/server/deploy/files/proxy.cfg']).get('tests/a.test.ts')).toBe(1);
    expect(stepsFromChange(graph, ['README.md']).has('tests/a.test.ts')).toBe(false);
  });

  it('reach every long test of the browser from the server and from the page', () => {
    const files = sourceFiles(/^(src|tests|a11y|design-tokens)\/.*\.(m?[jt]s|tsx|css)$/);
    const known = files.map(({ path }) => path);
    const real = dependencyGraph(files, known);
    for (const changed of ['src/server/domain/bill.ts', 'src/billing/credits/CreditsSection.tsx']) {
      const steps = stepsFromChange(real, [changed]);
      expect(longJourneys.filter((file) => !file.includes('page-only') && !steps.has(file))).toEqual([]);
    }
  });
});

describe('the files that CI chooses', () => {
  const [core = ''] = coreOfLongSet;
  const parts = [
    { name: 'long server', projects: [], files: [core, 'tests/near.test.ts', 'tests/far.test.ts', 'tests/unaffected.test.ts'] },
  ];
  const steps = new Map([
    ['tests/far.test.ts', 5],
    ['tests/near.test.ts', 1],
  ]);
  const kept = { loop_seconds: 6, seconds: { [core]: 60, 'tests/near.test.ts': 100, 'tests/far.test.ts': 100 } };

  it('are the core and everything affected, while there is time', () => {
    const choice = chooseFiles({ parts, steps, loopSeconds: 6, elapsedSeconds: 600, kept });
    expect(choice.parts[0]?.files).toEqual([core, 'tests/near.test.ts', 'tests/far.test.ts']);
    expect(choice).toMatchObject({ leftOut: [], unaffected: 1 });
  });

  it('are the nearest ones when time runs out, and name the rest', () => {
    // 1,400 s of 1,500 s have passed: the core takes 30 s and each file 50 s.
    const choice = chooseFiles({ parts, steps, loopSeconds: 6, elapsedSeconds: 1400, kept });
    expect(choice.parts[0]?.files).toEqual([core, 'tests/near.test.ts']);
    expect(choice.leftOut).toEqual(['tests/far.test.ts (long server)']);
  });

  it('are as many on a slow machine, whose limit is longer', () => {
    const choice = chooseFiles({ parts, steps, loopSeconds: 12, elapsedSeconds: 2800, kept });
    expect(choice.parts[0]?.files).toEqual([core, 'tests/near.test.ts']);
  });
});

describe('results of the long set', () => {
  it('are kept per file, the last one counts, and half a line is skipped', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-results-'));
    const path = join(folder, 'commit.jsonl');
    const result = { part: 'screens', file: 'a.test.ts', seconds: 1 };
    appendResult(path, { ...result, passed: false });
    appendResult(path, { ...result, passed: true });
    appendResult(path, { ...result, file: 'b.test.ts', passed: false });
    expect(passedFiles(readResults(path), 'screens')).toEqual(new Set(['a.test.ts']));
    expect(passedFiles(readResults(path), 'other part')).toEqual(new Set());
    rmSync(folder, { recursive: true });
  });
});

it("a later commit keeps passed results of files that it can't affect", () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-results-'));
  const path = join(folder, 'commit.jsonl');
  const parts = [{ name: 'screens', projects: [], files: ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'] }];
  const earlier = ['a', 'b', 'c', 'd'].map((name) => ({ part: 'screens', file: `${name}.test.ts`, passed: name !== 'c', seconds: 2 }));
  appendResult(path, { part: 'screens', file: 'd.test.ts', passed: false, seconds: 1 });
  expect(takeOverResults(parts, earlier, new Map([['b.test.ts', 1]]), path)).toBe(1);
  expect(passedFiles(readResults(path), 'screens')).toEqual(new Set(['a.test.ts']));
  rmSync(folder, { recursive: true });
});

describe('lists of tests and judges', () => {
  it('name files that exist', () => {
    const tests = sourceFiles(/^tests\/.*\.test\.ts$/).map(({ path }) => path);
    const isThere = (file: string): boolean => tests.includes(file);
    expect([...longJourneys, ...coreOfLongSet].filter((file) => !isThere(file))).toEqual([]);
    expect(coreOfLongSet.filter((file) => !isLongServerFile(file) && !longJourneys.includes(file))).toEqual([]);
  });

  it('run judges by scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(judges.filter(({ command: [npm, run, script = ''] }) => npm !== 'npm' || run !== 'run' || !(script in scripts))).toEqual([]);
  });
});
