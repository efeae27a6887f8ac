import { formatDate } from '#lib/dates/format.ts';
import type { Database } from '#server/database/database.ts';
import { missingPrices, type TermsToPrice } from '#server/domain/book/missing-prices.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { DomainError } from '#server/domain/errors.ts';
import { termsToPrice } from '#server/store/books/book-checks.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';
import { booksAfter } from '#server/store/price-books.ts';

interface PricesAhead {
  readonly fromSeconds: number;
  /** Request field that the error names. */
  readonly field: string;
}

/**
 * Requires that the version in force and all later versions contain the needed prices, because later cycles use these versions.
 * @param missing returns a message for each missing price of a version
 * @throws {DomainError} `price_by_contract`
 */
export async function requirePricesIn(
  db: Database,
  { fromSeconds, field }: PricesAhead,
  missing: (book: PriceBook) => readonly string[],
): Promise<void> {
  const inForce = await bookInForce(db, fromSeconds);
  const now = missing(inForce);
  if (now.length > 0) throw new DomainError('price_by_contract', field, `Price book ${inForce.version}: ${now.join('; ')}`);
  for (const { book, effectiveAtSeconds } of await booksAfter(db, inForce.id)) {
    const later = missing(book);
    if (later.length > 0)
      throw new DomainError(
        'price_by_contract',
        field,
        `Price book ${book.version}, dated ${formatDate(effectiveAtSeconds)}: ${later.join('; ')}`,
      );
  }
}

/** @param terms new terms that replace the stored terms */
export async function requirePricesAhead(
  db: Database,
  organizationId: number,
  ahead: PricesAhead,
  terms: Partial<TermsToPrice> = {},
): Promise<void> {
  const all = { ...(await termsToPrice(db, organizationId)), ...terms };
  await requirePricesIn(db, ahead, (book) => missingPrices(book, all));
}
