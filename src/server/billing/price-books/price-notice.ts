import { stepSeconds } from '#lib/dates/calendar.ts';
import type { Database } from '#server/database/database.ts';
import { followerRise, type PlacedBook, risesOver, riseWithout } from '#server/domain/book/notice-rules.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { LEAST_BOOK_LEAD_SECONDS } from '#server/domain/book/price-rises.ts';
import { bookById, placedBooks, type StoredPlace } from '#server/store/price-books.ts';

export interface PublicationTime {
  readonly nowSeconds: number;
  /** Number of days by which a price rise must be announced in advance. */
  readonly priceNoticeDays: number;
  readonly publishedBy?: string;
}

export interface FollowerFault {
  readonly version: string;
  readonly effectiveAtSeconds: number;
  readonly rises: readonly string[];
}

export interface NoticeCheck {
  /** Paths of the prices that rise in this version. The version is compared with every version that it may directly follow. */
  readonly rises: readonly string[];
  readonly leastEffectiveAtSeconds: number;
  readonly follower: FollowerFault | null;
}

const noticeUntil = ({ nowSeconds, priceNoticeDays }: PublicationTime): number => nowSeconds + stepSeconds({ days: priceNoticeDays });

const faultOf = (found: ReturnType<typeof followerRise>): FollowerFault | null =>
  found && { version: found.follower.book.version, effectiveAtSeconds: found.follower.effectiveAtSeconds, rises: found.rises };

/** If the version is not stored yet, all versions with the same effective date come before it. */
async function neighboursOf(
  db: Database,
  { effectiveAtSeconds, publishedOrder = Number.POSITIVE_INFINITY }: Partial<StoredPlace> & Pick<StoredPlace, 'effectiveAtSeconds'>,
) {
  const all = await placedBooks(db);
  const isBefore = (other: StoredPlace): boolean =>
    other.effectiveAtSeconds < effectiveAtSeconds ||
    (other.effectiveAtSeconds === effectiveAtSeconds && other.publishedOrder < publishedOrder);
  const earlier = all.filter(isBefore);
  const later = all.filter((other) => !isBefore(other) && other.publishedOrder !== publishedOrder);
  return { earlier, later };
}

export async function checkNotice(
  db: Database,
  version: Omit<PlacedBook, 'isScheduled'> & { readonly publishedOrder?: number },
  time: PublicationTime,
): Promise<NoticeCheck> {
  const place = await neighboursOf(db, version);
  const placed = { ...version, isScheduled: false };
  const rises = risesOver(place.earlier, placed);
  const noticeUntilSeconds = noticeUntil(time);
  const leastLead = time.nowSeconds + LEAST_BOOK_LEAD_SECONDS;
  return {
    rises,
    leastEffectiveAtSeconds: rises.length > 0 ? Math.max(noticeUntilSeconds, leastLead) : leastLead,
    follower: faultOf(followerRise(placed, place, { nowSeconds: time.nowSeconds, noticeUntilSeconds })),
  };
}

/** Whether a price rises without the required notice, either when a stored version takes effect or when a later version replaces it. */
export async function lacksNotice(db: Database, stored: StoredPlace & { readonly id: string }, time: PublicationTime): Promise<boolean> {
  const { effectiveAtSeconds, publishedOrder } = stored;
  const version = { book: await bookById(db, stored.id), effectiveAtSeconds, publishedOrder };
  const { rises, follower } = await checkNotice(db, version, time);
  return follower !== null || (rises.length > 0 && effectiveAtSeconds < noticeUntil(time));
}

export async function scheduledBefore(db: Database, stored: StoredPlace): Promise<PriceBook | null> {
  const { earlier } = await neighboursOf(db, stored);
  return earlier.findLast(({ isScheduled }) => isScheduled)?.book ?? null;
}

/** If `stored` were withdrawn, a later version could raise a price without the required notice. Returns this later version, or null. */
export async function riseByWithdrawal(
  db: Database,
  stored: StoredPlace & { readonly id: string },
  time: PublicationTime,
): Promise<FollowerFault | null> {
  const { effectiveAtSeconds } = stored;
  const placed = { book: await bookById(db, stored.id), effectiveAtSeconds, isScheduled: true };
  const place = await neighboursOf(db, stored);
  return faultOf(riseWithout(placed, place, { nowSeconds: time.nowSeconds, noticeUntilSeconds: noticeUntil(time) }));
}
