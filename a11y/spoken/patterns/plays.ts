import { fieldPlays } from './field-plays.ts';
import { overlayPlays } from './overlay-plays.ts';
import type { PatternPlays } from './play-parts.ts';
import { readingPlays } from './reading-plays.ts';

/** What of ARIA-AT's plans applies to the controls of the page. What is for one reader's own commands is left out. */
export const patternPlays: readonly PatternPlays[] = [...fieldPlays, ...overlayPlays, ...readingPlays];

/** Why something that is expected is not conveyed; undefined where that is not known. */
export const reasonOf = (pattern: string, test: string, what: string): string | undefined =>
  patternPlays
    .find((plays) => plays.pattern === pattern)
    ?.plays.find((play) => play.test === test)
    ?.expects.find((expected) => expected.what === what)?.unspoken;
