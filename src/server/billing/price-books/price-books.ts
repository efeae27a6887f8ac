import { randomBytes } from 'node:crypto';
import { type DocumentProblem, readBook } from '#server/domain/book/read-book.ts';
import type { Database } from '#server/database/database.ts';
import type { UnpricedOrganization } from '#server/database/tables/price-books.ts';
import { unpricedByTerms } from '#server/store/books/book-checks.ts';
import { announceNextAgain } from '#server/store/books/price-announcements.ts';
import {
  findBook,
  insertBook,
  lockBook,
  type PublishedBook,
  type StoredBook,
  withdrawalFault,
  withdrawBook,
} from '#server/store/price-books.ts';
import { checkNotice, type FollowerFault, type PublicationTime, riseByWithdrawal, scheduledBefore } from './price-notice.ts';
import { replayLastCycles, type BookEffect, type ReplayProgress } from './replay-cycles.ts';

export type Publication =
  | { readonly kind: 'published'; readonly book: StoredBook }
  | { readonly kind: 'invalid'; readonly problems: readonly DocumentProblem[] }
  /** The name belongs to a version with another document or start date, or to a withdrawn version. */
  | { readonly kind: 'taken' }
  /** `rises` are the paths of raised prices. */
  | { readonly kind: 'too_soon'; readonly leastEffectiveAtSeconds: number; readonly rises: readonly string[] }
  /** A later version would raise prices compared with this version, without the required notice. */
  | { readonly kind: 'follower_too_soon'; readonly follower: FollowerFault }
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

/** After its check, the version applies to cycles that start at or after its date. Running periods keep their prices. Idempotent. */
export async function publishBook(db: Database, draft: PublishedBook, time: PublicationTime): Promise<Publication> {
  const id = `pb_${randomBytes(12).toString('hex')}`;
  const read = readBook({ id, version: draft.version }, draft.document);
  const problems = [...versionProblems(draft.version), ...(read.problems ?? [])];
  if (read.book === null || problems.length > 0) return { kind: 'invalid', problems };
  const known = await publishedBefore(db, draft);
  if (known) return known;
  const place = { book: read.book, effectiveAtSeconds: draft.effectiveAtSeconds };
  const { rises, leastEffectiveAtSeconds, follower } = await checkNotice(db, place, time);
  if (draft.effectiveAtSeconds < leastEffectiveAtSeconds) return { kind: 'too_soon', rises, leastEffectiveAtSeconds };
  if (follower) return { kind: 'follower_too_soon', follower };
  const unpriced = await unpricedByTerms(db, read.book);
  if (unpriced.length > 0) return { kind: 'unpriced', unpriced };
  // A transaction is needed, because it passes the actor to the audit log.
  await db.transaction((tx) =>
    insertBook(tx, { ...draft, id, publishedAtSeconds: time.nowSeconds, publishedBy: time.publishedBy ?? null }),
  );
  return (await publishedBefore(db, draft)) ?? { kind: 'taken' };
}

async function publishedBefore(db: Database, draft: PublishedBook): Promise<Publication | null> {
  const known = await findBook(db, draft.version);
  if (!known) return null;
  return isSame(known, draft) && known.state !== 'withdrawn' ? { kind: 'published', book: known } : { kind: 'taken' };
}

/** Organizations that could not be billed after a withdrawal: the previous version has no price for their current terms. */
interface UnpricedFault {
  readonly unpriced: readonly UnpricedOrganization[];
}

type WithdrawalFault = 'pinned' | 'first' | FollowerFault | UnpricedFault;

/** Returns why the versions before and after a scheduled version prevent its withdrawal; null if nothing prevents it. */
async function faultAround(tx: Database, known: StoredBook, time: PublicationTime): Promise<FollowerFault | UnpricedFault | null> {
  const follower = await riseByWithdrawal(tx, known, time);
  if (follower) return follower;
  const before = await scheduledBefore(tx, known);
  const unpriced = before ? await unpricedByTerms(tx, before) : [];
  return unpriced.length > 0 ? { unpriced } : null;
}

/**
 * Withdraws a version. New periods then use the version before it, and the next version is announced again.
 * @param time the publication time; with `isDryRun: true`, nothing is written
 */
export const withdrawVersion = (
  db: Database,
  version: string,
  { isDryRun = false, ...time }: PublicationTime & { readonly isDryRun?: boolean },
): Promise<'withdrawn' | 'unknown' | WithdrawalFault> =>
  db.transaction(async (tx) => {
    const known = await lockBook(tx, version);
    if (!known) return 'unknown';
    if (known.state === 'withdrawn') return 'withdrawn';
    const isScheduled = known.state === 'scheduled';
    const fault = (await withdrawalFault(tx, known)) ?? (isScheduled ? await faultAround(tx, known, time) : null);
    if (fault !== null) return fault;
    if (isDryRun) return 'withdrawn';
    await withdrawBook(tx, known.id);
    if (isScheduled) await announceNextAgain(tx, known.effectiveAtSeconds);
    return 'withdrawn';
  });

export type BookCheck = { readonly effect: BookEffect; readonly problems: null } | { readonly problems: readonly DocumentProblem[] };

/** Checks a document without writing anything. */
export async function checkBook(db: Database, document: unknown, onProgress?: ReplayProgress): Promise<BookCheck> {
  const { book, problems } = readBook({ id: 'draft', version: 'draft' }, document);
  return book === null ? { problems } : { effect: await replayLastCycles(db, book, onProgress), problems: null };
}

export async function dryRunBook(db: Database, draft: PublishedBook): Promise<BookCheck | { readonly kind: 'taken' }> {
  const named = versionProblems(draft.version);
  if (named.length > 0) return { problems: named };
  const known = await findBook(db, draft.version);
  return known && !isSame(known, draft) ? { kind: 'taken' } : checkBook(db, draft.document);
}
