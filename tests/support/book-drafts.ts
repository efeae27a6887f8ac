import { randomUUID } from 'node:crypto';
import { checkBooks } from '#server/billing/price-books/check-books.ts';
import type { Database } from '#server/database/database.ts';
import type { BookDocument } from '#server/domain/book/document.ts';
import { insertBook, type PublishedBook } from '#server/store/price-books.ts';
import { FIRST_DOCUMENT } from '#tests/oracle/first-book.ts';

export function bookDraft(change: (document: BookDocument) => void = () => undefined): BookDocument {
  const document = structuredClone(FIRST_DOCUMENT) as BookDocument;
  change(document);
  return document;
}

export const dearerDraft = (percent: number): BookDocument =>
  bookDraft(({ plans, metrics, compute }) => {
    plans.pro.price = 25 + percent;
    metrics.EGRESS.price = ((9 * (100 + percent)) / 10_000).toFixed(4);
    compute.micro.price = ((1344 * (100 + percent)) / 10_000_000).toFixed(7);
    for (const quota of ['pro', 'team'] as const) Object.assign(metrics.EGRESS.quotas ?? {}, { [quota]: percent * 1_000_000_000 });
  });

const anyDate = -10_000;

/** Publishes a version for any date, without notice rules, after validation. */
export async function scheduleBook(db: Database, book: PublishedBook, nowSeconds: number): Promise<void> {
  await insertBook(db, { ...book, id: `pb_${randomUUID()}`, publishedAtSeconds: nowSeconds, publishedBy: null });
  await checkBooks(db, { nowSeconds, priceNoticeDays: anyDate });
}
