import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { takenNow, type TakenOn } from '#a11y/report/sources.ts';
import { resultOf, type PlayResult } from './play-result.ts';
import { patternPlays } from './plays.ts';

const file = 'a11y/report/evidence/patterns.json';

export interface PatternEvidence extends Partial<TakenOn> {
  readonly date: string;
  readonly results: readonly PlayResult[];
}

/** Recorded announcements of Orca, by pattern and test. The expected announcements are in the code of the tests. */
interface KeptWords extends Partial<TakenOn> {
  readonly date: string;
  readonly said: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const separator = ' | ';

export function readPatterns(): PatternEvidence | null {
  if (!existsSync(file)) return null;
  const { said, ...taken } = JSON.parse(readFileSync(file, 'utf8')) as KeptWords;
  const results = patternPlays.flatMap((pattern) =>
    pattern.plays.flatMap((play) => {
      const words = said[pattern.pattern]?.[play.test];
      return words === undefined ? [] : [resultOf(pattern, play, words === '' ? [] : words.split(separator))];
    }),
  );
  return { ...taken, results };
}

export function keepPatterns(results: readonly PlayResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const said: Record<string, Record<string, string>> = {};
  for (const result of results) (said[result.pattern] ??= {})[result.test] = result.said.join(separator);
  const kept: KeptWords = { date: new Date().toISOString().slice(0, 10), ...takenNow(), said };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
