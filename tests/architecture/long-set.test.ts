import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judges } from '#tests/judges/judges.ts';
import { choiceLines, chooseFiles, onlyFiles } from '#tests/support/run/chosen-files.ts';
import { dependencyGraph, stepsFromChange } from '#tests/support/run/import-graph.ts';
import { appendResult, passedFiles, readResults, takeOverResults } from '#tests/support/run/kept-results.ts';
import { isLongServerFile, longJourneys } from '#tests/support/run/long-files.ts';
import { joinDurations, secondsOfPasses } from '#tests/support/run/slowest-first.ts';
import { coreOfLongSet } from '#tests/support/run/test-sets.ts';
import { sourceFiles } from './source-files.ts';

const PASSED_FILE = '.ci/long-set-passed';
const DURATIONS_FILE = '.ci/long-set-durations.json';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const isInHistory = (hash: string): boolean =>
  /^[0-9a-f]{40}$/.test(hash) && spawnSync('git', ['merge-base', '--is-ancestor', hash, 'HEAD'], { stdio: 'ignore' }).status === 0;

describe('the commit on which the long set passed', () => {
  it('is in the history', () => {
    expect(isInHistory(readFileSync(PASSED_FILE, 'utf8').trim())).toBe(true);
    expect(isInHistory('0123456789abcdef0123456789abcdef01234567')).toBe(false);
    expect(isInHistory('HEAD')).toBe(false);
  });

  it('is updated by a commit that changes nothing else but the durations', () => {
    const last = git('log', '-1', '--format=%H', '--', PASSED_FILE);
    const changed = git('show', '--name-only', '--format=', last).split('\n');
    expect(changed.filter((path) => path !== DURATIONS_FILE)).toEqual([PASSED_FILE]);
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
    expect(choice).toMatchObject({ leftOut: [], unaffected: [{ part: 'long server', file: 'tests/unaffected.test.ts' }] });
  });

  it('are the nearest ones when time runs out, and name the rest', () => {
    // 100 s of the time budget of 1,500 s are left. The core takes 30 s and each file takes 50 s, so only one file fits.
    const choice = chooseFiles({ parts, steps, loopSeconds: 6, elapsedSeconds: 1400, kept });
    expect(choice.parts[0]?.files).toEqual([core, 'tests/near.test.ts']);
    expect(choice.leftOut).toEqual([{ part: 'long server', file: 'tests/far.test.ts' }]);
    expect(choiceLines(choice, '0123456789abcdef')).toEqual([
      "The whole long set passed on 01234567. The change since then can't break 1 of its files.",
      '  long server: tests/unaffected.test.ts',
      'Left out, because CI has no time for them (1):',
      '  long server: tests/far.test.ts',
      'The command that runs them: npm run test:long -- tests/far.test.ts',
      "The long set's parts on Node 22 and 24 do not run in CI.",
      'The command that runs the whole long set: npm run test:long',
    ]);
  });

  it('are fewer if the core is known to take longer', () => {
    const input = { parts, steps, loopSeconds: 6, elapsedSeconds: 1375 };
    const long = (seconds: number) => joinDurations(kept, { loop_seconds: 12, seconds: { [core]: seconds } });
    // 125 s are left. The core file was timed on a machine with half the speed, so it needs half of the stored time on this machine.
    expect(chooseFiles({ ...input, kept: long(100) }).leftOut).toEqual([]);
    expect(chooseFiles({ ...input, kept: long(200) }).leftOut.map(({ file }) => file)).toEqual(['tests/far.test.ts']);
    expect(joinDurations(kept, null)).toEqual(kept);
  });

  it('are as many on a slow machine, whose limit is longer', () => {
    const choice = chooseFiles({ parts, steps, loopSeconds: 12, elapsedSeconds: 2800, kept });
    expect(choice.parts[0]?.files).toEqual([core, 'tests/near.test.ts']);
  });
});

describe('named files of the long set', () => {
  const parts = [
    { name: 'server on PostgreSQL', projects: [], files: ['a.test.ts', 'b.test.ts'] },
    { name: 'screens', projects: [], files: ['c.test.ts'] },
    { name: 'unit tests on Node 24', projects: [], files: [] },
  ];

  it('run alone, in each part that has them', () => {
    expect(onlyFiles(parts, ['b.test.ts'])).toEqual([{ name: 'server on PostgreSQL', projects: [], files: ['b.test.ts'] }]);
    expect(() => onlyFiles(parts, ['b.test.ts', 'd.test.ts'])).toThrow('Not in the long set: d.test.ts');
  });
});

describe('results of the long set', () => {
  it('give the seconds of each file, from its passes only', () => {
    const result = { part: 'screens', file: 'a.test.ts', passed: true, seconds: 1.2 };
    const results = [
      result,
      { ...result, part: 'long server', seconds: 4 },
      { ...result, passed: false, seconds: 90 },
      { ...result, file: 'b.test.ts', seconds: 0.3 },
      { ...result, file: 'unit.test.ts', seconds: 2 },
    ];
    expect(secondsOfPasses(results, ['a.test.ts', 'b.test.ts', 'c.test.ts'])).toEqual({ 'a.test.ts': 4, 'b.test.ts': 1 });
  });

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
