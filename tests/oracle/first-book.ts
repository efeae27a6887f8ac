/** The price book of every new database. */
import firstDocument from '#server/domain/book/book-2026.json' with { type: 'json' };
import { FIRST_KEY, type PriceBook } from '#server/domain/book/price-book.ts';
import { readBook } from '#server/domain/book/read-book.ts';

export const FIRST_DOCUMENT: unknown = firstDocument;

function readFirst(): PriceBook {
  const { book, problems } = readBook(FIRST_KEY, firstDocument);
  if (book === null) throw new Error(`The first price book can't be read: ${JSON.stringify(problems)}`);
  return book;
}

export const FIRST_BOOK: PriceBook = readFirst();
