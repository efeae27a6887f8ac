import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { formatCents } from '#lib/money.ts';
import { cycleAt } from '#lib/dates/cycle.ts';
import { planNames } from '#lib/plan-names.ts';
import type { NoticeFacts } from '#server/domain/notices.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { METRIC_RULES } from '#server/domain/metrics.ts';
import { needsContract, rateOf } from '#server/domain/rates.ts';
import { unitPriceDescription } from '#server/domain/unit-prices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { billedSubscription, type BilledSubscription } from '#server/store/billing-periods.ts';
import { balanceOf } from '#server/store/ledger.ts';
import { type DueAnnouncement, dueAnnouncement, noticesOfVersion, settleAnnouncement } from '#server/store/books/price-announcements.ts';
import { bookById, bookExpectedAt } from '#server/store/price-books.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

interface UsedCredit {
  readonly organizationId: number;
  readonly invoiceId: string;
  readonly usedCents: number;
  readonly atSeconds: number;
}

/** Queues a notice if the remaining credit would not pay another invoice like the last one. */
export async function queueLowCredit(tx: Database, { organizationId, invoiceId, usedCents, atSeconds }: UsedCredit): Promise<void> {
  if (usedCents <= 0) return;
  const [row] = await tx
    .select({ balanceCents: balanceOf(organizations.id) })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const balanceCents = row?.balanceCents ?? 0;
  if (balanceCents < 0 || balanceCents >= usedCents) return;
  await writeNotice(tx, { organizationId, kind: 'credit_low', key: invoiceId, invoiceId, atSeconds, facts: { balanceCents, usedCents } });
}

export function priceDifferences(
  before: PriceBook,
  after: PriceBook,
  { plan, contract }: Pick<BilledSubscription, 'plan' | 'contract'>,
): NoticeFacts['price_change']['changes'] {
  const terms = contract ?? undefined;
  const fees = [before, after].map((book) => terms?.planPriceCents ?? book.plans[plan].priceCents);
  const [was, becomes] = fees;
  const fee =
    was === becomes || was == null || becomes == null
      ? []
      : [{ what: `${planNames[plan]} Plan, per month`, before: formatCents(was), after: formatCents(becomes) }];
  const priced = METRIC_RULES.filter(({ metric }) => ![before, after].some((book) => needsContract(book, metric, contract)));
  const metrics = priced.flatMap(({ metric, name }) => {
    const described = [before, after].map((book) =>
      rateOf(book, metric, plan, terms) ? (unitPriceDescription(book, metric, 'primary', plan, terms) ?? 'not billed') : 'not billed',
    );
    const [old = '', next = ''] = described;
    return old === next ? [] : [{ what: name, before: old, after: next }];
  });
  return [...fee, ...metrics];
}

/**
 * Writes no notice if the last notice about the same version has the same content. The caller must hold the organization lock.
 * @returns whether a notice was written
 */
export async function announcePrices(tx: Database, due: DueAnnouncement, nowSeconds: number): Promise<boolean> {
  const { organizationId, priceBookId } = due;
  const announcement = await dueAnnouncement(tx, due);
  if (!announcement) return false;
  const effectiveAt = secondsOf(announcement.effectiveAt);
  const [book, subscription] = [await bookById(tx, priceBookId), await billedSubscription(tx, organizationId)];
  const before = await bookExpectedAt(tx, effectiveAt - 1);
  const changes = subscription.plan === 'free' ? [] : priceDifferences(before, book, subscription);
  await settleAnnouncement(tx, due, changes.length > 0 ? 'announced' : 'unaffected');
  if (changes.length === 0) return false;
  const cycle = cycleAt(secondsOf(subscription.billingCycleAnchor), effectiveAt);
  const appliesFrom = cycle.startSeconds === effectiveAt ? effectiveAt : cycle.endSeconds;
  const facts = { version: book.version, effectiveAt, appliesFrom, changes };
  const [last, ...earlier] = await noticesOfVersion(tx, organizationId, book.version);
  if (last && isDeepStrictEqual(last.facts, facts)) return false;
  const key = [book.id, subscription.plan, ...(last ? [earlier.length + 1] : [])].join(':');
  await writeNotice(tx, { organizationId, kind: 'price_change', key, atSeconds: nowSeconds, facts });
  return true;
}
