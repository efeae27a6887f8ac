import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

// The repository contains the results of long runs. A run on another machine adds results and removes none.

const [reportPath, keptPath] = ['tests/reliability/REPORT.md', 'tests/reliability/results.jsonl'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reliability-'));
  for (const path of ['tests/reliability', '.cache/reliability']) mkdirSync(join(folder, path), { recursive: true });
  copyFileSync(keptPath, join(folder, keptPath));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => readFileSync(join(folder, path), 'utf8');

function reported(toldResults: readonly object[], ...words: string[]): string[] {
  writeFileSync(join(folder, '.cache/reliability/results.jsonl'), toldResults.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { status } = spawnSync(process.execPath, [resolve('tests/reliability/cli.mjs'), '--report', ...words], { cwd: folder });
  expect(status).toBe(0);
  return at(reportPath).split('\n');
}

it('the report is what the kept results say', () => {
  reported([]);
  expect(at(reportPath)).toBe(readFileSync(reportPath, 'utf8'));
});

it('a run adds its part to the report, and leaves the lines of all others', () => {
  const before = reported([]);
  const charges = (line: string | undefined): number => Number(/charges: ([\d,]+)/.exec(line ?? '')?.[1]?.replaceAll(',', ''));
  const result = { part: 'schedules', seed: 20_001, count: 5, violations: 0, counted: { charges: 7 }, commit: 'abcdef0' };
  const whole = { part: 'authorization', seed: 1, count: 4000, violations: 0, counted: { denied: 3000 }, commit: 'abcdef0' };
  const after = reported([result, whole]);
  const changed = after.filter((line) => !before.includes(line));
  expect(changed.map((line) => line.replaceAll(/, [0-9a-f]{7}(?=[, ])/g, ''))).toEqual([
    expect.stringMatching(/^\| simulated schedules under faults \| 20,000 \| 20,005 \| 1 to 20005 \| 0 \| .*\|$/),
    expect.stringMatching(/^\| cells of the authorization matrix \| 2,000 \| 4,000 \| {2}\| 0 \| .*\|$/),
    expect.stringMatching(/^- simulated schedules under faults: charges: /),
    '- cells of the authorization matrix: denied: 3,000',
    ...(after.at(-2) === before.at(-2) ? [] : [after.at(-2)]),
  ]);
  const scheduleLine = (lines: readonly string[]) => lines.find((line) => line.startsWith('- simulated schedules under faults'));
  expect(charges(scheduleLine(after))).toBe(charges(scheduleLine(before)) + 7);
  // The first report moved the new results to the stored file, so a second report must not add them again.
  expect(reported([])).toEqual(after);
});

it('a failure stands in the report until the same seed has held, and a part can be begun anew', () => {
  const failed = { part: 'kills on postgres', seed: 501, count: 0, violations: 1, commit: 'abcdef0' };
  const failuresIn = (lines: readonly string[]) => lines.filter((line) => line === '## Failed' || / from seed \d+ on, at /.test(line));
  const before = failuresIn(reported([]));
  expect(failuresIn(reported([failed]))).toEqual(expect.arrayContaining(['## Failed', '- kills-postgres, from seed 501 on, at abcdef0']));
  expect(failuresIn(reported([{ ...failed, count: 1, violations: 0 }]))).toEqual(before);
  const anew = reported([], '--fresh', '--only', 'kills-postgres');
  expect(anew).toContain('| SIGKILL under load, PostgreSQL | 500 | 0 |  | 0 |  |');
  expect(anew.find((line) => line.startsWith('| SIGKILL under load, data folder'))).toContain('| 500 | 500 |');
});
