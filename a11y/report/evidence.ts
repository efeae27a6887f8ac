import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { engineNames, type EngineName } from '#a11y/audit/finding.ts';
import type { ScreenEvidence } from '#a11y/audit/evidence.ts';
import type { TakenOn } from './sources.ts';

/** Results of one test file. Older results do not contain the commit. */
export interface TestEvidence extends Partial<TakenOn> {
  readonly build?: string;
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  /** Number of tests that were skipped because the machine lacked a program. */
  readonly skipped: number;
  readonly failures: readonly string[];
}

export interface AuditFault {
  readonly screen: string;
  readonly engine: EngineName;
  readonly look: string;
  readonly fault: string;
}

/** Summary of an audit, with all faults. The folder `.cache` contains the details. */
export interface Audit extends Partial<TakenOn> {
  readonly build: string;
  readonly date: string;
  readonly screens: number;
  /** Number of checks. In each check, one engine tests one screen in one look, such as the dark theme in a window of 320 px. */
  readonly looks: number;
  readonly engines: readonly EngineName[];
  readonly unreached: readonly string[];
  readonly faults: readonly AuditFault[];
}

/** The repository contains these results, so the report can be written without a test run. */
export interface Evidence {
  readonly tests: Readonly<Record<string, TestEvidence>>;
  readonly audit: Audit | null;
}

const folder = 'a11y/report/evidence';
const files = { tests: `${folder}/tests.json`, audit: `${folder}/audit.json` };

export function readKeptEvidence(): Evidence {
  const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
  return { tests: (read(files.tests) ?? {}) as Evidence['tests'], audit: read(files.audit) as Audit | null };
}

function write(file: string, content: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

export const keepTests = (tests: Evidence['tests']): void => write(files.tests, tests);
export const keepAudit = (audit: Audit): void => write(files.audit, audit);

/** @param missing the names of states whose screen has no result for this build */
export const auditSummary = (build: string, missing: readonly string[], screens: readonly ScreenEvidence[]): Audit => ({
  build,
  date:
    screens
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? '',
  screens: screens.length,
  looks: screens.reduce((sum, { looks }) => sum + looks.length, 0),
  engines: engineNames.filter((name) => screens.every(({ looks }) => looks.some(({ engine }) => engine === name))),
  unreached: [...screens.flatMap(({ states, unreached }) => (unreached === undefined ? [] : [states.join('; ')])), ...missing],
  faults: screens.flatMap(({ states, looks }) =>
    looks.flatMap(({ engine, look, faults }) =>
      faults.map((fault) => ({ screen: states[0] ?? '', engine, look, fault: fault.slice(0, 300) })),
    ),
  ),
});
