import { createHash } from 'node:crypto';
import type { TextHash } from '#lib/statement/statement.ts';

/** Number of entries between two pauses: a few milliseconds. */
const entriesAtOnce = 500;

/** Returns the hash for the digests of one statement, which pauses between its entries. @param pause resolves when work may continue */
export function pacedHash(pause: () => Promise<void>): TextHash {
  let count = 0;
  return (text) => {
    const digest = createHash('sha256').update(text).digest('hex');
    count += 1;
    return count % entriesAtOnce === 0 ? pause().then(() => digest) : digest;
  };
}
