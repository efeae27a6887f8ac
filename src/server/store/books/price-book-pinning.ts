import { and, lte, sql, type SQLWrapper } from 'drizzle-orm';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { contractAt, type ContractHistory, type ContractTerms } from '#server/domain/rates.ts';
import { type Database, instantOf, perDatabase } from '#server/database/database.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';
import { bookById, isScheduled, latestFirst } from '#server/store/price-books.ts';

/** Id of the version in force at an instant. Versions scheduled after that instant do not count. */
export const bookIdInForceAt = (at: SQLWrapper) => sql<string>`(
  select ${priceBooks.id} from ${priceBooks}
  where ${priceBooks.state} = 'scheduled' and ${priceBooks.effectiveAt} <= ${at} and ${priceBooks.scheduledAt} <= ${at}
  order by ${sql.join([...latestFirst], sql`, `)} limit 1
)`;

const statements = perDatabase((db) => ({
  inForce: db
    .select({ id: priceBooks.id })
    .from(priceBooks)
    .where(and(isScheduled, lte(priceBooks.effectiveAt, sql.placeholder('at')), lte(priceBooks.scheduledAt, sql.placeholder('at'))))
    .orderBy(...latestFirst)
    .limit(1)
    .prepare('price_book_in_force'),
}));

/** A cycle that begins at this instant is pinned to the returned price book. */
export async function bookInForce(db: Database, atSeconds: number): Promise<PriceBook> {
  const [row] = await statements(db).inForce.execute({ at: instantOf(atSeconds) });
  if (!row) throw new Error(`No price book is in force at ${atSeconds}`);
  return bookById(db, row.id);
}

/** Contract and price book of a cycle that has begun. It has no period yet, because the previous cycle is not closed. */
export const pricesOfBegunCycle = async (
  db: Database,
  contracts: ContractHistory,
  startSeconds: number,
): Promise<{ readonly contract: ContractTerms | null; readonly book: PriceBook }> => ({
  contract: contractAt(contracts, startSeconds),
  book: await bookInForce(db, startSeconds),
});
