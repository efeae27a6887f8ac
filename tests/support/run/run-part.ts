import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withNode } from '#tests/support/other-node.mjs';
import type { TestPart } from './test-sets.ts';

const SHOWN_FILES = 8;
const SHOWN_LINES = 12;
/** Maximum number of failed files that run again. More failures are not caused by races, so a rerun would waste time. */
const RERUN_FILES = 3;

interface FileReport {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] }[];
}

const readReport = (path: string): FileReport[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { testResults: FileReport[] }).testResults : [];

const slowestFiles = (report: readonly FileReport[]): string =>
  report
    .map(({ name, startTime, endTime }) => ({ name: relative('.', name), seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SHOWN_FILES)
    .map(({ name, seconds }) => `${seconds.toFixed(0)} s ${name}`)
    .join(', ');

/** Returns tests that failed and then passed on retry, with their first failure. Such tests contain races that must be repaired. */
const passedOnRetry = (report: readonly FileReport[]): string[] =>
  report.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}\n${failureMessages[0]}`),
  );

/**
 * Returns the first lines of each failed test and of each file that did not load. They are printed last, because CI often cuts the start of
 * a long output.
 */
function failuresOf(part: string, report: readonly FileReport[]): string[] {
  const failed = report.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`Part "${part}" failed without a failed test: an unhandled error, see its output.`];
  return failed.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative('.', name);
    if (tests.length === 0) return [`${file}: ${firstLines(message)}`];
    return tests.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${firstLines(failureMessages[0] ?? '')}`);
  });
}

const firstLines = (message: string): string => message.split('\n').slice(0, SHOWN_LINES).join('\n');

export interface PartResult {
  readonly passed: boolean;
  readonly failures: readonly string[];
  /** Files that failed and then passed when run alone. */
  readonly unsteady: readonly string[];
}

/**
 * Runs a part. If only a few files fail, runs these files a second time without the other files. A test with a real fault fails again.
 * @param resultsFile the file that gets a line per test file
 */
export function runPart({ name, projects, files, environment, node = process.execPath }: TestPart, resultsFile: string): PartResult {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const reportFile = join(folder, 'report.json');
  const vitest = (only: readonly string[]): boolean => {
    rmSync(reportFile, { force: true });
    const reporters = ['default', 'json', './tests/support/run/results-reporter.ts'].map((reporter) => `--reporter=${reporter}`);
    const args = [...projects.flatMap((project) => ['--project', project]), ...only, ...reporters, `--outputFile.json=${reportFile}`];
    const env = { ...withNode(node), ...environment, TEST_RESULTS: resultsFile, TEST_PART: name };
    return spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...args], { stdio: 'inherit', env }).status === 0;
  };
  const started = Date.now();
  const passed = vitest(files);
  const report = readReport(reportFile);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  process.stdout.write(`Part "${name}": ${seconds} s, most of it in ${slowestFiles(report)}\n`);
  for (const story of passedOnRetry(report)) process.stdout.write(`Passed at the second try: ${story}\n`);
  const failed = report.filter(({ status }) => status === 'failed').map((file) => relative('.', file.name));
  const isWorthRerun = !passed && failed.length > 0 && failed.length <= RERUN_FILES;
  if (isWorthRerun) process.stdout.write(`Once more, alone: ${failed.join(', ')}\n`);
  const passedAlone = isWorthRerun && vitest(failed);
  rmSync(folder, { recursive: true });
  if (passed || passedAlone) return { passed: true, failures: [], unsteady: passedAlone ? failed : [] };
  return { passed: false, failures: failuresOf(name, report), unsteady: [] };
}
