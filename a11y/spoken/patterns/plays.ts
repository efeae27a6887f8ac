import { chartPlays } from './chart-plays.ts';
import { fieldPlays } from './field-plays.ts';
import { overlayPlays } from './overlay-plays.ts';
import type { PatternPlays, Play } from './play-parts.ts';
import { readingPlays } from './reading-plays.ts';

/** ARIA-AT tests that apply to the page's controls. Omits the tests of a command if only some screen readers have the command. */
export const patternPlays: readonly PatternPlays[] = [...fieldPlays, ...overlayPlays, ...readingPlays, ...chartPlays];

/** Commit of w3c/aria-at that contains these tests, and its date. The test ids were compared with this commit. */
export const ariaAtVersion = { commit: '6b4634a7a1e8b172218b9c82579118667d07fd36', date: '2026-07-01' } as const;

/** Patterns that Orca has not been tested with yet. After `npm run spoken:patterns -- NAME`, remove NAME here. */
export const notPlayedYet: readonly string[] = ['Slider'];

const findPlay = (pattern: string, test: string): Play | undefined =>
  patternPlays.find((plays) => plays.pattern === pattern)?.plays.find((play) => play.test === test);

export const reasonOf = (pattern: string, test: string, what: string): string | undefined =>
  findPlay(pattern, test)?.expects.find((expected) => expected.what === what)?.unspoken;

const begins: Readonly<Record<Play['from'], string>> = {
  on: 'On the control',
  before: 'From the stop before',
  after: 'From the stop after',
  here: 'From the end of the test before',
};

export function commandsOf(pattern: string, test: string): string {
  const known = findPlay(pattern, test);
  return known ? `${begins[known.from]}: ${known.keys.join(', ')}` : '';
}
