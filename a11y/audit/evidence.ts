import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenOf } from '#a11y/states/catalogue.ts';
import type { State } from '#a11y/states/state.ts';
import type { EngineLook } from './look-at-screen.ts';

export interface ScreenEvidence {
  readonly states: readonly string[];
  readonly screen: string;
  readonly build: string;
  readonly date: string;
  readonly unreached?: string;
  readonly looks: readonly EngineLook[];
}

/** Folder with one result file per screen, so that results of split runs and of interrupted runs can be combined. */
export const evidenceFolder = '.cache/a11y/audit';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function buildName(): string {
  const files = readdirSync('dist/client', { recursive: true, encoding: 'utf8' }).toSorted();
  return hash(files.join('\n') + readFileSync('dist/server/main.js', 'utf8'));
}

const fileOf = (state: State): string => join(evidenceFolder, `${hash(screenOf(state))}.json`);

export function readEvidence(state: State): ScreenEvidence | null {
  try {
    return JSON.parse(readFileSync(fileOf(state), 'utf8')) as ScreenEvidence;
  } catch {
    return null;
  }
}

export function writeEvidence(state: State, evidence: ScreenEvidence): void {
  mkdirSync(evidenceFolder, { recursive: true });
  writeFileSync(fileOf(state), `${JSON.stringify(evidence, null, 2)}\n`);
}

export const faultsOf = ({ looks, unreached }: ScreenEvidence): string[] => [
  ...(unreached === undefined ? [] : [unreached]),
  ...looks.flatMap(({ engine, look, faults }) => faults.map((fault) => `${engine}, ${look}: ${fault}`)),
];
