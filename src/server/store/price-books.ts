import { and, between, asc, desc, eq, inArray, lte, ne } from 'drizzle-orm';
import type { PlacedBook } from '#server/domain/book/notice-rules.ts';
import { readBook } from '#server/domain/book/read-book.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { billingPeriods } from '#server/database/tables/periods.ts';
import { type BookState, priceBooks, type UnpricedOrganization } from '#server/database/tables/price-books.ts';

/** Versions are immutable, so they can be cached. */
const known = new Map<string, PriceBook>();

function keep(id: string, version: string, document: unknown): PriceBook {
  const { book, problems } = readBook({ id, version }, document);
  if (book === null) throw new Error(`The price book ${version} can't be read by this program: ${JSON.stringify(problems)}`);
  known.set(id, book);
  return book;
}

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

/** Latest effective date first. If dates are equal, the version that was published last comes first. */
export const latestFirst = [desc(priceBooks.effectiveAt), desc(priceBooks.publishedOrder)] as const;

export const mayComeIntoForce = ['checking', 'waiting', 'scheduled'] as const satisfies readonly BookState[];

export const isScheduled = eq(priceBooks.state, 'scheduled');

export interface StoredPlace {
  readonly effectiveAtSeconds: number;
  readonly publishedOrder: number;
}

export async function placedBooks(db: Database): Promise<(PlacedBook & StoredPlace)[]> {
  const rows = await db
    .select({ id: priceBooks.id, effectiveAt: priceBooks.effectiveAt, publishedOrder: priceBooks.publishedOrder, state: priceBooks.state })
    .from(priceBooks)
    .where(inArray(priceBooks.state, [...mayComeIntoForce]))
    .orderBy(asc(priceBooks.effectiveAt), asc(priceBooks.publishedOrder));
  const bookOf = await booksById(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, effectiveAt, publishedOrder, state }) => ({
    book: bookOf(id),
    effectiveAtSeconds: secondsOf(effectiveAt),
    publishedOrder,
    isScheduled: state === 'scheduled',
  }));
}

export async function bookExpectedAt(db: Database, atSeconds: number): Promise<PriceBook> {
  const [row] = await db
    .select({ id: priceBooks.id })
    .from(priceBooks)
    .where(and(isScheduled, lte(priceBooks.effectiveAt, instantOf(atSeconds))))
    .orderBy(...latestFirst)
    .limit(1);
  if (!row) throw new Error(`No price book is in force at ${atSeconds}`);
  return bookById(db, row.id);
}

/** Versions that supersede a version: with a later effective date, or with the same date but published later. */
export async function booksAfter(db: Database, id: string): Promise<PlacedBook[]> {
  const placed = await placedBooks(db);
  return placed.slice(placed.findIndex(({ book }) => book.id === id) + 1);
}

export async function booksOfOrganization(db: Database, organizationId: number): Promise<PriceBook[]> {
  const rows = await db
    .selectDistinct({ id: billingPeriods.priceBookId })
    .from(billingPeriods)
    .where(eq(billingPeriods.organizationId, organizationId));
  const ids = rows.map(({ id }) => id);
  return ids.map(await booksById(db, ids));
}

export interface PublishedBook {
  readonly version: string;
  readonly effectiveAtSeconds: number;
  readonly document: unknown;
}

export interface StoredBook extends PublishedBook {
  readonly id: string;
  readonly publishedOrder: number;
  readonly state: BookState;
  readonly checkedTo: number;
  readonly unpriced: readonly UnpricedOrganization[];
}

const summary = {
  id: priceBooks.id,
  version: priceBooks.version,
  effectiveAt: priceBooks.effectiveAt,
  publishedOrder: priceBooks.publishedOrder,
  state: priceBooks.state,
  checkedTo: priceBooks.checkedTo,
  unpriced: priceBooks.unpriced,
};
const inSeconds = <T extends { effectiveAt: Date }>({ effectiveAt, ...row }: T) => ({ ...row, effectiveAtSeconds: secondsOf(effectiveAt) });

export async function listBooks(db: Database): Promise<Omit<StoredBook, 'document'>[]> {
  const rows = await db
    .select(summary)
    .from(priceBooks)
    .where(ne(priceBooks.state, 'withdrawn'))
    .orderBy(asc(priceBooks.effectiveAt), asc(priceBooks.publishedOrder));
  return rows.map(inSeconds);
}

/** Includes withdrawn versions; null if there is none. */
export async function findBook(db: Database, version: string): Promise<StoredBook | null> {
  const [row] = await db
    .select({ ...summary, document: priceBooks.document })
    .from(priceBooks)
    .where(eq(priceBooks.version, version));
  return row ? inSeconds(row) : null;
}

/** The inserted version must then be checked. @returns false if its name is taken */
export async function insertBook(
  db: Database,
  {
    id,
    version,
    effectiveAtSeconds,
    publishedAtSeconds,
    publishedBy,
    document,
  }: PublishedBook & { readonly id: string; readonly publishedAtSeconds: number; readonly publishedBy: string | null },
): Promise<boolean> {
  const added = await db
    .insert(priceBooks)
    .values({ id, version, effectiveAt: instantOf(effectiveAtSeconds), publishedAt: instantOf(publishedAtSeconds), publishedBy, document })
    .onConflictDoNothing({ target: priceBooks.version })
    .returning({ id: priceBooks.id });
  return added.length > 0;
}

/**
 * Locks a version. Transactions that insert a period also lock its version in share mode, so the caller sees all periods of the version.
 */
export async function lockBook(tx: Database, version: string): Promise<StoredBook | null> {
  await tx.select({ id: priceBooks.id }).from(priceBooks).where(eq(priceBooks.version, version)).for('update');
  return findBook(tx, version);
}

/** Reason why a locked version cannot be withdrawn: a period is pinned to it, or no earlier version exists. Null if it can. */
export async function withdrawalFault(
  tx: Database,
  { id, effectiveAtSeconds }: Pick<StoredBook, 'id' | 'effectiveAtSeconds'>,
): Promise<'pinned' | 'first' | null> {
  // Sorting makes the planner use the index. Otherwise, it can scan all periods if none matches.
  const [pinned] = await tx
    .select({ id: billingPeriods.priceBookId })
    .from(billingPeriods)
    .where(between(billingPeriods.priceBookId, id, id))
    .orderBy(billingPeriods.priceBookId)
    .limit(1);
  if (pinned) return 'pinned';
  const [before] = await tx
    .select({ id: priceBooks.id })
    .from(priceBooks)
    .where(and(isScheduled, ne(priceBooks.id, id), lte(priceBooks.effectiveAt, instantOf(effectiveAtSeconds))))
    .limit(1);
  return before ? null : 'first';
}

export async function withdrawBook(tx: Database, id: string): Promise<void> {
  await tx.update(priceBooks).set({ state: 'withdrawn' }).where(eq(priceBooks.id, id));
}
