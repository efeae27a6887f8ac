import { randomBytes } from 'node:crypto';
import { type DocumentProblem, readBook } from '#server/domain/book/read-book.ts';
import type { Database } from '#server/database/database.ts';
import { findBook, insertBook, type PublishedBook } from '#server/store/price-books.ts';
import { replayLastCycles, type BookEffect, type ReplayProgress } from './replay-cycles.ts';

/** What a publication came to. */
export type Publication =
  | { readonly kind: 'published'; readonly book: PublishedBook }
  /** The document is not a price book; every problem names its path. */
  | { readonly kind: 'invalid'; readonly problems: readonly DocumentProblem[] }
  /** Another document or date has the name. */
  | { readonly kind: 'taken' };

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

/**
 * Publishes a version. It acts on cycles that begin after its date and after now: no amount of a period that has begun changes.
 * Publishing the same again changes nothing.
 */
export async function publishBook(db: Database, draft: PublishedBook, nowSeconds: number): Promise<Publication> {
  const id = `pb_${randomBytes(12).toString('hex')}`;
  const read = readBook({ id, version: draft.version }, draft.document);
  const problems = [...versionProblems(draft.version), ...(read.problems ?? [])];
  if (problems.length > 0) return { kind: 'invalid', problems };
  if (await insertBook(db, { ...draft, id, publishedAtSeconds: nowSeconds })) return { kind: 'published', book: draft };
  const known = await findBook(db, draft.version);
  return known && isSame(known, draft) ? { kind: 'published', book: known } : { kind: 'taken' };
}

/** What a draft would have changed. */
export type BookCheck = { readonly effect: BookEffect; readonly problems: null } | { readonly problems: readonly DocumentProblem[] };

/** Bills the last closed cycle of every organization again under a draft. Writes nothing. */
export async function checkBook(db: Database, document: unknown, onProgress?: ReplayProgress): Promise<BookCheck> {
  const { book, problems } = readBook({ id: 'draft', version: 'draft' }, document);
  return book === null ? { problems } : { effect: await replayLastCycles(db, book, onProgress), problems: null };
}

/** The same for a version that would be published, by its name too: a dry run. */
export async function dryRunBook(db: Database, draft: PublishedBook): Promise<BookCheck | { readonly kind: 'taken' }> {
  const named = versionProblems(draft.version);
  if (named.length > 0) return { problems: named };
  const known = await findBook(db, draft.version);
  return known && !isSame(known, draft) ? { kind: 'taken' } : checkBook(db, draft.document);
}
