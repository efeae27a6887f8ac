import { dialogWalks } from './dialog-walks.ts';
import { readingWalks } from './reading-walks.ts';
import type { Walk } from './walk.ts';

/** Every task that must work by keys alone. */
export const walks: readonly Walk[] = [...readingWalks, ...dialogWalks];
