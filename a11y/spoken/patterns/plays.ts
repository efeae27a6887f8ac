import { fieldPlays } from './field-plays.ts';
import { overlayPlays } from './overlay-plays.ts';
import type { PatternPlays } from './play-parts.ts';
import { readingPlays } from './reading-plays.ts';

/** ARIA-AT tests that apply to the page's controls, without tests of reader-specific commands. */
export const patternPlays: readonly PatternPlays[] = [...fieldPlays, ...overlayPlays, ...readingPlays];

/** Known reason why Orca does not convey expected information; undefined if there is none. */
export const reasonOf = (pattern: string, test: string, what: string): string | undefined =>
  patternPlays
    .find((plays) => plays.pattern === pattern)
    ?.plays.find((play) => play.test === test)
    ?.expects.find((expected) => expected.what === what)?.unspoken;
