import { and, asc, desc, eq, gt, inArray, lte, sql, type SQLWrapper } from 'drizzle-orm';
import { readBook } from '#server/domain/book/read-book.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { type Database, instantOf, perDatabase, secondsOf } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { priceBooks } from '#server/database/tables/price-books.ts';

/** Versions never change, so a process reads each of them once. */
const known = new Map<string, PriceBook>();

function keep(id: string, version: string, document: unknown): PriceBook {
  const { book, problems } = readBook({ id, version }, document);
  if (book === null) throw new Error(`The price book ${version} can't be read by this program: ${JSON.stringify(problems)}`);
  known.set(id, book);
  return book;
}

/** Price books by their ids, which periods refer to. */
export async function booksById(db: Database, ids: readonly string[]): Promise<(id: string) => PriceBook> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  const rows = missing.length > 0 ? await db.select().from(priceBooks).where(inArray(priceBooks.id, missing)) : [];
  for (const { id, version, document } of rows) keep(id, version, document);
  return (id) => {
    const book = known.get(id);
    if (!book) throw new Error(`There is no price book ${id}`);
    return book;
  };
}

export const bookById = async (db: Database, id: string): Promise<PriceBook> => (await booksById(db, [id]))(id);

/** Later dates first; of one date, what was published last. */
const latest = [desc(priceBooks.effectiveAt), desc(priceBooks.publishedAt), desc(priceBooks.id)] as const;

/** The id of the version in force at an instant: what was published later than that never counts for it. */
export const bookIdInForceAt = (at: SQLWrapper) => sql<string>`(
  select ${priceBooks.id} from ${priceBooks} where ${priceBooks.effectiveAt} <= ${at} and ${priceBooks.publishedAt} <= ${at}
  order by ${sql.join([...latest], sql`, `)} limit 1
)`;

const statements = perDatabase((db) => ({
  inForce: db
    .select({ id: priceBooks.id })
    .from(priceBooks)
    .where(and(lte(priceBooks.effectiveAt, sql.placeholder('at')), lte(priceBooks.publishedAt, sql.placeholder('at'))))
    .orderBy(...latest)
    .limit(1)
    .prepare('price_book_in_force'),
}));

/** The version that was in force at an instant: cycles that begin then are pinned to it. */
export async function bookInForce(db: Database, atSeconds: number): Promise<PriceBook> {
  const [row] = await statements(db).inForce.execute({ at: instantOf(atSeconds) });
  if (!row) throw new Error(`No price book is in force at ${atSeconds}`);
  return bookById(db, row.id);
}

/** Versions that are published for a later date, the earliest first. */
export async function upcomingBooks(db: Database, nowSeconds: number): Promise<{ book: PriceBook; effectiveAtSeconds: number }[]> {
  const now = instantOf(nowSeconds);
  const rows = await db
    .select({ id: priceBooks.id, effectiveAt: priceBooks.effectiveAt })
    .from(priceBooks)
    .where(and(gt(priceBooks.effectiveAt, now), lte(priceBooks.publishedAt, now)))
    .orderBy(asc(priceBooks.effectiveAt));
  const bookOf = await booksById(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, effectiveAt }) => ({ book: bookOf(id), effectiveAtSeconds: secondsOf(effectiveAt) }));
}

/** The versions that the periods of an organization are pinned to. */
export async function booksOfOrganization(db: Database, organizationId: number): Promise<PriceBook[]> {
  const rows = await db
    .selectDistinct({ id: billingPeriods.priceBookId })
    .from(billingPeriods)
    .where(eq(billingPeriods.organizationId, organizationId));
  const ids = rows.map(({ id }) => id);
  return ids.map(await booksById(db, ids));
}

/** A version as its publisher gave it. */
export interface PublishedBook {
  readonly version: string;
  readonly effectiveAtSeconds: number;
  readonly document: unknown;
}

/** All versions, by their dates. */
export async function listBooks(db: Database): Promise<Omit<PublishedBook, 'document'>[]> {
  const { version, effectiveAt, publishedAt } = priceBooks;
  const rows = await db.select({ version, effectiveAt }).from(priceBooks).orderBy(asc(effectiveAt), asc(publishedAt), asc(priceBooks.id));
  return rows.map((row) => ({ version: row.version, effectiveAtSeconds: secondsOf(row.effectiveAt) }));
}

/** A version by its name; null where there is none. */
export async function findBook(db: Database, version: string): Promise<PublishedBook | null> {
  const [row] = await db.select().from(priceBooks).where(eq(priceBooks.version, version));
  return row ? { version, effectiveAtSeconds: secondsOf(row.effectiveAt), document: row.document } : null;
}

/** Adds a version. False where its name is taken. */
export async function insertBook(
  db: Database,
  {
    id,
    version,
    effectiveAtSeconds,
    publishedAtSeconds,
    document,
  }: PublishedBook & { readonly id: string; readonly publishedAtSeconds: number },
): Promise<boolean> {
  const added = await db
    .insert(priceBooks)
    .values({ id, version, effectiveAt: instantOf(effectiveAtSeconds), publishedAt: instantOf(publishedAtSeconds), document })
    .onConflictDoNothing({ target: priceBooks.version })
    .returning({ id: priceBooks.id });
  return added.length > 0;
}
