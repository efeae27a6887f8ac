import { randomBytes } from 'node:crypto';
import { formatCents, sumCents } from '#lib/money.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { isUnavailable } from '#server/database/database-error.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { insertPlatformApproval } from '#server/store/staff/approvals.ts';
import { allowanceFor, staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import { booksToCheck, type BookToCheck, endCheck, endCheckedPage, unpricedByTerms } from '#server/store/books/book-checks.ts';
import { organizationsAfter } from '#server/store/organizations.ts';
import { bookById } from '#server/store/price-books.ts';
import { lacksNotice, type PublicationTime } from './price-notice.ts';
import { isUnpriced, organizationsAtOnce, replayLastCycle } from './replay-cycles.ts';

/** Maximum duration of one run in milliseconds. A longer check continues in the next run. */
const runMs = 20_000;

/**
 * Duration in seconds. If a check takes at most this long, the required notice period starts at the publication. Otherwise, the notice
 * period starts this long before the end of the check.
 */
const checkSeconds = 86_400;

/** Receives a failure in the check of a price book version. If `organization` is absent, the failure concerns the whole version. */
export type CheckFailure = (about: { readonly version: string; readonly organization?: number }, error: unknown) => void;

interface CheckParts {
  readonly db: Database;
  readonly time: PublicationTime;
  readonly failed: CheckFailure;
}

const publisherOf = ({ publishedBy }: BookToCheck): string => publishedBy ?? COMMAND;

/**
 * Returns the keys that can approve the version; null if no approval is needed. A version that lowers bills needs an approval if the
 * decrease is above a limit, or if staff are temporarily not allowed to move money.
 */
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

/** Organizations whose cycle cannot be calculated are reported and omitted. */
async function replayPage({ db, failed }: CheckParts, book: BookToCheck, page: readonly { readonly id: number; readonly slug: string }[]) {
  const draft = await bookById(db, book.id);
  const effects = [];
  for (const organization of page) {
    try {
      effects.push(await replayLastCycle(db, organization, draft));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failed({ version: book.version, organization: organization.id }, error);
    }
  }
  return effects.filter((effect) => effect !== null);
}

/** The notice period starts one day before the end of the check, or at the publication of the version if that is later. */
const lacksNoticeAfterCheck = (tx: Database, book: BookToCheck, time: PublicationTime): Promise<boolean> =>
  lacksNotice(tx, book, { ...time, nowSeconds: Math.max(book.publishedAtSeconds, time.nowSeconds - checkSeconds) });

/** Returns the updated version, or null if this run has no more work. */
async function checkPage(parts: CheckParts, book: BookToCheck): Promise<BookToCheck | null> {
  const { db, time } = parts;
  const { nowSeconds } = time;
  const page = await organizationsAfter(db, { id: book.checkedTo }, organizationsAtOnce);
  const replayed = await replayPage(parts, book, page);
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
    // Checks again, because contracts and other versions may have changed since the publication.
    const withoutPrices = [...next.unpriced, ...(await unpricedByTerms(tx, await bookById(tx, book.id)))];
    const isLate = await lacksNoticeAfterCheck(tx, next, time);
    const approvers = withoutPrices.length > 0 || isLate ? null : await approversToAsk(tx, next, nowSeconds);
    const ended = await endCheck(tx, next, { unpriced: withoutPrices, lacksNotice: isLate, mustWait: approvers !== null, nowSeconds });
    if (ended && approvers !== null) await askForApproval(tx, next, approvers, nowSeconds);
    return null;
  });
}

function rethrow(_: unknown, error: unknown): never {
  throw error;
}

/**
 * Replays the last closed cycle of each organization. Each page is a transaction, so an interrupted check continues where it stopped.
 * @param failed receives failures and lets the check continue; by default the first failure is thrown
 */
export async function checkBooks(db: Database, time: PublicationTime, failed: CheckFailure = rethrow): Promise<number> {
  const deadline = performance.now() + runMs;
  const parts = { db, time, failed };
  let ended = 0;
  for (const listed of await booksToCheck(db)) {
    let book: BookToCheck | null = listed;
    try {
      while (book !== null) {
        if (performance.now() > deadline) return ended;
        book = await checkPage(parts, book);
      }
      ended += 1;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failed({ version: listed.version }, error);
    }
  }
  return ended;
}
