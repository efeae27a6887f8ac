import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { SuiteResult } from './suite.ts';

export const folder = '.cache/bench';

export const keptFolder = 'tests/bench/figures';

export interface Result extends SuiteResult {
  readonly suite: string;
  readonly build: string;
  readonly date: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly machine: string;
}

export const buildName = (): string => readFileSync('dist/inputs', 'utf8').slice(0, 12);

export const machineName = (): string => `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`;

const fileOf = (suite: string): string => `${folder}/${suite}.json`;

export function readResult(suite: string): Result | null {
  return existsSync(fileOf(suite)) ? (JSON.parse(readFileSync(fileOf(suite), 'utf8')) as Result) : null;
}

/** Reads a suite's result from the results file in the repository. The result may be from a different build. */
export function readKept(suite: string): Result | null {
  const file = `${keptFolder}/figures.json`;
  if (!existsSync(file)) return null;
  const results = JSON.parse(readFileSync(file, 'utf8')) as readonly Result[];
  return results.find((result) => result.suite === suite) ?? null;
}

export function writeResult(result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(result.suite), `${JSON.stringify(result, null, 1)}\n`);
}
