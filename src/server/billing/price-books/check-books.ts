import { randomBytes } from 'node:crypto';
import { formatCents, sumCents } from '#lib/money.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { insertPlatformApproval } from '#server/store/staff/approvals.ts';
import { allowanceFor, staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import { booksToCheck, endCheck, endCheckedPage, unpricedByTerms } from '#server/store/books/book-checks.ts';
import { organizationsAfter } from '#server/store/organizations.ts';
import { bookById } from '#server/store/price-books.ts';
import { isUnpriced, organizationsAtOnce, replayLastCycle } from './replay-cycles.ts';

/** Time budget of one run in milliseconds; a longer check resumes in the next run. */
const runMs = 20_000;

type BookToCheck = Awaited<ReturnType<typeof booksToCheck>>[number];

const publisherOf = ({ publishedBy }: BookToCheck): string => publishedBy ?? COMMAND;

/** Returns the keys that may approve a version that lowers bills, if it exceeds a limit or staff money is stopped; null if it needs no approval. */
async function approversToAsk(tx: Database, book: BookToCheck, nowSeconds: number): Promise<readonly string[] | null> {
  const amountCents = book.lowersCents;
  if (amountCents <= 0) return null;
  const at = instantOf(nowSeconds);
  const movement = { keyId: publisherOf(book), kind: 'price_book' as const, organizationId: null, amountCents, at };
  const { exceeds, approvers } = await allowanceFor(tx, movement);
  return exceeds === null && (await staffMoneyStop(tx, at)) === null ? null : approvers;
}

const askForApproval = (tx: Database, book: BookToCheck, approvers: readonly string[], nowSeconds: number): Promise<void> =>
  insertPlatformApproval(tx, {
    id: `apr_${randomBytes(12).toString('hex')}`,
    kind: 'price_book',
    input: { version: book.version, lowers_cents: book.lowersCents },
    reason: `The last cycles would have cost ${formatCents(book.lowersCents)} less`,
    requestedBy: publisherOf(book),
    requestedAt: instantOf(nowSeconds),
    approvers: [...approvers],
  });

/** Checks the next page of organizations under a version. Returns the updated version, or null if this run has nothing left to do. */
async function checkPage(db: Database, book: BookToCheck, nowSeconds: number): Promise<BookToCheck | null> {
  const draft = await bookById(db, book.id);
  const page = await organizationsAfter(db, { id: book.checkedTo }, organizationsAtOnce);
  const effects = [];
  for (const organization of page) effects.push(await replayLastCycle(db, organization, draft));
  const replayed = effects.filter((effect) => effect !== null);
  const unpriced = replayed.filter(isUnpriced);
  const lowersCents = -sumCents(replayed.map((effect) => (isUnpriced(effect) ? 0 : effect.differenceCents)));
  const next = {
    ...book,
    checkedTo: page.at(-1)?.id ?? book.checkedTo,
    lowersCents: book.lowersCents + lowersCents,
    unpriced: [...book.unpriced, ...unpriced],
  };
  const isLast = page.length < organizationsAtOnce;
  return db.transaction(async (tx) => {
    const ids = page.map(({ id }) => id);
    if (page.length > 0 && !(await endCheckedPage(tx, book, ids, { unpriced, lowersCents }))) return null;
    if (!isLast) return next;
    // Contracts may have changed since the publication.
    const withoutPrices = [...next.unpriced, ...(await unpricedByTerms(tx, draft))];
    const approvers = withoutPrices.length > 0 ? null : await approversToAsk(tx, next, nowSeconds);
    const ended = await endCheck(tx, next, { unpriced: withoutPrices, mustWait: approvers !== null, nowSeconds });
    if (ended && approvers !== null) await askForApproval(tx, next, approvers, nowSeconds);
    return null;
  });
}

/**
 * Checks published versions: replays the last closed cycle of each organization, queues announcements, and schedules or refuses the
 * version. Each page is a transaction, so an interrupted check resumes.
 * @returns the number of completed checks
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
