import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { buildName } from '#a11y/audit/evidence.ts';
import type { TestEvidence } from './evidence.ts';
import { takenNow } from './sources.ts';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const results = '.cache/a11y/tests.json';

/** A file that could not run counts as failed. */
export function runTests(files: readonly string[]): Record<string, TestEvidence> {
  mkdirSync('.cache/a11y', { recursive: true });
  rmSync(results, { force: true });
  const vitest = [
    'vitest',
    'run',
    '--project',
    'journeys',
    '--project',
    'long',
    '--project',
    'unit',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ];
  spawnSync('npx', vitest, { stdio: 'inherit' });
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as VitestReport;
  const taken = { build: buildName(), ...takenNow() };
  const date = new Date().toISOString().slice(0, 10);
  return Object.fromEntries(
    files.map((file) => {
      const tests = testResults.find(({ name }) => relative(process.cwd(), name) === file)?.assertionResults ?? [];
      const count = (status: string): number => tests.filter((test) => test.status === status).length;
      const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const evidence: TestEvidence = {
        ...taken,
        date,
        passed: count('passed'),
        failed: tests.length === 0 ? 1 : failures.length,
        skipped: tests.length - count('passed') - failures.length,
        failures: tests.length === 0 ? ['the file could not be run'] : failures,
      };
      return [file, evidence];
    }),
  );
}
