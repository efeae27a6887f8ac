/** The version that every database begins with. */
import firstDocument from './book-2026.json' with { type: 'json' };
import type { PriceBook } from './price-book.ts';
import { readBook } from './read-book.ts';

/** How it is found in every database; the tables repeat both as defaults. */
export const FIRST_KEY = { id: 'pb_2026', version: '2026' } as const;

export const FIRST_DOCUMENT: unknown = firstDocument;

function readFirst(): PriceBook {
  const { book, problems } = readBook(FIRST_KEY, firstDocument);
  if (book === null) throw new Error(`The first price book can't be read: ${JSON.stringify(problems)}`);
  return book;
}

export const FIRST_BOOK: PriceBook = readFirst();
