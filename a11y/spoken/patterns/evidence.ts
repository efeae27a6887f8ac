import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PlayResult } from './play.ts';

const file = 'a11y/report/evidence/patterns.json';

/** What Orca said of the tests of ARIA-AT, and when. */
export interface PatternEvidence {
  /** Day, ISO. */
  readonly date: string;
  readonly results: readonly PlayResult[];
}

export const readPatterns = (): PatternEvidence | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PatternEvidence) : null;

export function keepPatterns(results: readonly PlayResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const evidence: PatternEvidence = { date: new Date().toISOString().slice(0, 10), results };
  writeFileSync(file, `${JSON.stringify(evidence, null, 2)}\n`);
}
