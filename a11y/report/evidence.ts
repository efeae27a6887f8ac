import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { EngineName } from '#a11y/audit/finding.ts';
import type { ScreenEvidence } from '#a11y/audit/evidence.ts';

/** What the tests of one file said. */
export interface TestEvidence {
  /** Day, ISO. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  /** Left out because the machine lacked something. */
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** What the audit found on one screen. */
export interface AuditedScreen {
  readonly states: readonly string[];
  readonly date: string;
  /** How often an engine looked at it, in some look. */
  readonly looks: number;
  /** The engines that looked; absent in evidence that is older than the hit test. */
  readonly engines?: readonly EngineName[];
  readonly unreached?: string;
  readonly faults: readonly { readonly engine: EngineName; readonly look: string; readonly fault: string }[];
}

export interface Audit {
  /** Names the build that was looked at. */
  readonly build: string;
  /** States of the catalogue at that time that the audit has not looked at. */
  readonly missing: readonly string[];
  readonly screens: readonly AuditedScreen[];
}

/** What the report rests on. It is kept with the project, so that the report can be written anew from it. */
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

/** What is kept of a look at a screen: how much was looked at, and everything that was found. */
export const auditedScreen = ({ states, date, looks, unreached }: ScreenEvidence): AuditedScreen => ({
  states,
  date,
  looks: looks.length,
  engines: [...new Set(looks.map(({ engine }) => engine))],
  ...(unreached !== undefined && { unreached }),
  faults: looks.flatMap(({ engine, look, faults }) => faults.map((fault) => ({ engine, look, fault: fault.slice(0, 300) }))),
});
