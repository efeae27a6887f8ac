import type { Database } from '#server/database/database.ts';
import { booksToCheck, endCheck, endCheckedPage, unpricedByTerms } from '#server/store/books/book-checks.ts';
import { organizationsAfter } from '#server/store/organizations.ts';
import { bookById } from '#server/store/price-books.ts';
import { isUnpriced, organizationsAtOnce, replayLastCycle } from './replay-cycles.ts';

/** Milliseconds of one run; a longer check resumes in the next run. */
const runMs = 20_000;

type BookToCheck = Awaited<ReturnType<typeof booksToCheck>>[number];

/** Replays the next page of last cycles under a version. Returns the version as it is afterwards, null once nothing is left to do here. */
async function checkPage(db: Database, book: BookToCheck, nowSeconds: number): Promise<BookToCheck | null> {
  const draft = await bookById(db, book.id);
  const page = await organizationsAfter(db, { id: book.checkedTo }, organizationsAtOnce);
  const effects = [];
  for (const organization of page) effects.push(await replayLastCycle(db, organization, draft));
  const unpriced = effects.filter((effect) => effect !== null).filter(isUnpriced);
  const next = { ...book, checkedTo: page.at(-1)?.id ?? book.checkedTo, unpriced: [...book.unpriced, ...unpriced] };
  const isLast = page.length < organizationsAtOnce;
  return db.transaction(async (tx) => {
    const ids = page.map(({ id }) => id);
    if (page.length > 0 && !(await endCheckedPage(tx, book, ids, unpriced))) return null;
    if (!isLast) return next;
    // Terms may have changed since the publication.
    await endCheck(tx, next, [...next.unpriced, ...(await unpricedByTerms(tx, draft))], nowSeconds);
    return null;
  });
}

/**
 * Checks published versions: replays the last closed cycle of each organization, makes the announcements due, and schedules the
 * version or refuses it. Each page is a transaction, so an interrupted check resumes after the last page.
 * @returns the versions whose check has ended
 */
export async function checkBooks(db: Database, nowSeconds: number): Promise<number> {
  const deadline = performance.now() + runMs;
  let ended = 0;
  for (const listed of await booksToCheck(db)) {
    let book: BookToCheck | null = listed;
    while (book !== null) {
      if (performance.now() > deadline) return ended;
      book = await checkPage(db, book, nowSeconds);
    }
    ended += 1;
  }
  return ended;
}
