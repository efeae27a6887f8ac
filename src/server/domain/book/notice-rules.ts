import type { PriceBook } from './price-book.ts';
import { priceRises } from './price-rises.ts';

export interface PlacedBook {
  readonly book: PriceBook;
  readonly effectiveAtSeconds: number;
  /** False while the version is checked or awaits approval. It can then still be refused. */
  readonly isScheduled: boolean;
}

/**
 * Returns all versions that could be the version in force directly before an instant.
 * @param earlier sorted by time
 */
function mayPrecede(earlier: readonly PlacedBook[], atSeconds: number): PlacedBook[] {
  const newest = earlier.toReversed();
  const last = newest.findIndex(({ isScheduled, effectiveAtSeconds }) => isScheduled && effectiveAtSeconds < atSeconds);
  return last === -1 ? newest : newest.slice(0, last + 1);
}

/**
 * Returns the later versions of which one takes effect next: the first scheduled version, and the versions before it that are not
 * scheduled yet.
 * @param later sorted by time
 */
function mayFollow(later: readonly PlacedBook[], atSeconds: number): PlacedBook[] {
  const after = later.filter(({ effectiveAtSeconds }) => effectiveAtSeconds > atSeconds);
  const first = after.findIndex(({ isScheduled }) => isScheduled);
  return first === -1 ? after : after.slice(0, first + 1);
}

export const risesOver = (earlier: readonly PlacedBook[], { book, effectiveAtSeconds }: PlacedBook): string[] => [
  ...new Set(mayPrecede(earlier, effectiveAtSeconds).flatMap((before) => priceRises(before.book, book))),
];

export interface FollowerRise {
  readonly follower: PlacedBook;
  readonly rises: readonly string[];
}

/** Returns the price rises from `before` to `follower`, except those that the notice about `follower` already lists. */
function newRises(before: PriceBook, follower: PlacedBook, all: readonly PlacedBook[]): string[] {
  const expected = all.findLast((each) => each.isScheduled && each.effectiveAtSeconds < follower.effectiveAtSeconds);
  const named = new Set(expected ? priceRises(expected.book, follower.book) : []);
  return priceRises(before, follower.book).filter((rise) => !named.has(rise));
}

/**
 * Returns the first later version whose notice omits one of its price rises, or null. Checks only versions that take effect before
 * `noticeUntilSeconds` and that can be the next version in force.
 */
export function followerRise(
  { book, effectiveAtSeconds }: PlacedBook,
  { earlier, later }: { readonly earlier: readonly PlacedBook[]; readonly later: readonly PlacedBook[] },
  { nowSeconds, noticeUntilSeconds }: { readonly nowSeconds: number; readonly noticeUntilSeconds: number },
): FollowerRise | null {
  for (const follower of mayFollow(later, effectiveAtSeconds)) {
    if (follower.effectiveAtSeconds <= nowSeconds || follower.effectiveAtSeconds >= noticeUntilSeconds) continue;
    const rises = newRises(book, follower, [...earlier, ...later]);
    if (rises.length > 0) return { follower, rises };
  }
  return null;
}

export function riseWithout(
  withdrawn: PlacedBook,
  { earlier, later }: { readonly earlier: readonly PlacedBook[]; readonly later: readonly PlacedBook[] },
  time: { readonly nowSeconds: number; readonly noticeUntilSeconds: number },
): FollowerRise | null {
  const place = { earlier: [...earlier, withdrawn], later };
  for (const { book } of mayPrecede(earlier, withdrawn.effectiveAtSeconds)) {
    const found = followerRise({ ...withdrawn, book }, place, time);
    if (found) return found;
  }
  return null;
}
