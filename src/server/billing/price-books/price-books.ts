import { randomBytes } from 'node:crypto';
import { stepSeconds } from '#lib/dates/calendar.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { LEAST_BOOK_LEAD_SECONDS, priceRises } from '#server/domain/book/price-rises.ts';
import { type DocumentProblem, readBook } from '#server/domain/book/read-book.ts';
import type { Database } from '#server/database/database.ts';
import type { UnpricedOrganization } from '#server/database/tables/price-books.ts';
import { unpricedByTerms } from '#server/store/books/book-checks.ts';
import {
  bookById,
  bookExpectedAt,
  findBook,
  insertBook,
  type PublishedBook,
  type StoredBook,
  withdrawBook,
} from '#server/store/price-books.ts';
import { replayLastCycles, type BookEffect, type ReplayProgress } from './replay-cycles.ts';

export type Publication =
  | { readonly kind: 'published'; readonly book: StoredBook }
  /** The document is not a price book; every problem names its path. */
  | { readonly kind: 'invalid'; readonly problems: readonly DocumentProblem[] }
  /** The name is used by another document or date, or by a withdrawn version. */
  | { readonly kind: 'taken' }
  /** The notice period is too short. `rises` are the paths of raised prices. */
  | { readonly kind: 'too_soon'; readonly leastEffectiveAtSeconds: number; readonly rises: readonly string[] }
  /** Organizations for which it has no price. */
  | { readonly kind: 'unpriced'; readonly unpriced: readonly UnpricedOrganization[] };

const mostCharacters = 100;
const controls = /[\p{Cc}\p{Cf}]/u;

function versionProblems(version: string): DocumentProblem[] {
  if (version.trim() !== version || version === '')
    return [{ path: 'version', message: 'must have no spaces at its ends and not be empty' }];
  if (version.length > mostCharacters) return [{ path: 'version', message: `must have at most ${mostCharacters} characters` }];
  return controls.test(version) ? [{ path: 'version', message: "contains characters that aren't allowed" }] : [];
}

const isSame = (a: PublishedBook, b: PublishedBook): boolean =>
  a.effectiveAtSeconds === b.effectiveAtSeconds && JSON.stringify(a.document) === JSON.stringify(b.document);

/** Returns the earliest allowed date of a version, and the price rises that require its notice period. */
async function leastDate(db: Database, book: PriceBook, draft: PublishedBook, { nowSeconds, priceNoticeDays }: PublicationTime) {
  const rises = priceRises(await bookExpectedAt(db, draft.effectiveAtSeconds), book);
  const notice = rises.length > 0 ? stepSeconds({ days: priceNoticeDays }) : LEAST_BOOK_LEAD_SECONDS;
  return { rises, leastEffectiveAtSeconds: nowSeconds + Math.max(notice, LEAST_BOOK_LEAD_SECONDS) };
}

/** Whether a stored version raises a price without the required notice. */
export async function lacksNotice(db: Database, stored: StoredBook, time: PublicationTime): Promise<boolean> {
  const { rises, leastEffectiveAtSeconds } = await leastDate(db, await bookById(db, stored.id), stored, time);
  return rises.length > 0 && stored.effectiveAtSeconds < leastEffectiveAtSeconds;
}

export interface PublicationTime {
  readonly nowSeconds: number;
  /** Required notice of a price rise, in days. */
  readonly priceNoticeDays: number;
  /** Key ID, or `command` for the CLI. */
  readonly publishedBy?: string;
}

/**
 * Publishes a version, which takes effect once its check has ended, for cycles that start after its date. Running periods keep their
 * prices. Idempotent.
 */
export async function publishBook(db: Database, draft: PublishedBook, time: PublicationTime): Promise<Publication> {
  const id = `pb_${randomBytes(12).toString('hex')}`;
  const read = readBook({ id, version: draft.version }, draft.document);
  const problems = [...versionProblems(draft.version), ...(read.problems ?? [])];
  if (read.book === null || problems.length > 0) return { kind: 'invalid', problems };
  const known = await publishedBefore(db, draft);
  if (known) return known;
  const { rises, leastEffectiveAtSeconds } = await leastDate(db, read.book, draft, time);
  if (draft.effectiveAtSeconds < leastEffectiveAtSeconds) return { kind: 'too_soon', rises, leastEffectiveAtSeconds };
  const unpriced = await unpricedByTerms(db, read.book);
  if (unpriced.length > 0) return { kind: 'unpriced', unpriced };
  // The transaction passes the actor to the audit log.
  await db.transaction((tx) =>
    insertBook(tx, { ...draft, id, publishedAtSeconds: time.nowSeconds, publishedBy: time.publishedBy ?? null }),
  );
  return (await publishedBefore(db, draft)) ?? { kind: 'taken' };
}

/** Returns the earlier publication under a draft's name, or null. */
async function publishedBefore(db: Database, draft: PublishedBook): Promise<Publication | null> {
  const known = await findBook(db, draft.version);
  if (!known) return null;
  return isSame(known, draft) && known.state !== 'withdrawn' ? { kind: 'published', book: known } : { kind: 'taken' };
}

/** Withdraws a version. Periods that are not pinned to it use the previous version. */
export const withdrawVersion = (db: Database, version: string): Promise<'withdrawn' | 'pinned' | 'first' | 'unknown'> =>
  db.transaction(async (tx) => {
    const known = await findBook(tx, version);
    if (!known) return 'unknown';
    return known.state === 'withdrawn' ? 'withdrawn' : withdrawBook(tx, known);
  });

export type BookCheck = { readonly effect: BookEffect; readonly problems: null } | { readonly problems: readonly DocumentProblem[] };

/** Bills the last closed cycle of every organization under a draft, without writing. */
export async function checkBook(db: Database, document: unknown, onProgress?: ReplayProgress): Promise<BookCheck> {
  const { book, problems } = readBook({ id: 'draft', version: 'draft' }, document);
  return book === null ? { problems } : { effect: await replayLastCycles(db, book, onProgress), problems: null };
}

/** Dry run of a publication: as `checkBook`, and checks the name. */
export async function dryRunBook(db: Database, draft: PublishedBook): Promise<BookCheck | { readonly kind: 'taken' }> {
  const named = versionProblems(draft.version);
  if (named.length > 0) return { problems: named };
  const known = await findBook(db, draft.version);
  return known && !isSame(known, draft) ? { kind: 'taken' } : checkBook(db, draft.document);
}
