import { createHash } from 'node:crypto';
import type { TextHash } from '#lib/statement/statement.ts';

/** Number of entries that are hashed between two pauses. Hashing these entries takes a few milliseconds. */
const entriesAtOnce = 500;

/**
 * Returns a hash function for one statement. The function pauses regularly between entries.
 * @param pause resolves when work may continue
 */
export function pacedHash(pause: () => Promise<void>): TextHash {
  let count = 0;
  return (text) => {
    const digest = createHash('sha256').update(text).digest('hex');
    count += 1;
    return count % entriesAtOnce === 0 ? pause().then(() => digest) : digest;
  };
}
