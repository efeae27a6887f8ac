import { createHash } from 'node:crypto';
import type { Utterance } from './virtual.ts';

const months = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;

/** What changes by itself, with the day or the seed, is no change of the screen. */
const settled = (words: string): string =>
  words
    .replace(months, '#')
    .replace(/[\d.,]+/g, '#')
    .replace(/\b#[A-Z\d#-]+\b/g, '#');

/** Names what a screen says, whatever day it is. */
export function fingerprint(read: readonly Utterance[]): string {
  const words = [...new Set(read.filter(({ role }) => role !== 'text').map(({ role, name }) => settled(`${role} ${name}`)))].toSorted();
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 12);
}
