import { and, asc, eq, sql } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { CARD_NOTICE_DAYS } from '#server/domain/notices.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

/** SQL for the end of a card's validity: the end of the month printed on the card. */
const endsAt = sql`(make_date(${paymentMethods.expYear}, ${paymentMethods.expMonth}, 1) + interval '1 month') at time zone 'UTC'`;
const announcedAt = sql`(${endsAt} - ${CARD_NOTICE_DAYS} * interval '1 day')`;
const expiry = sql`${paymentMethods.expYear} * 100 + ${paymentMethods.expMonth}`;
const printed = sql`(${paymentMethods.expYear}, ${paymentMethods.expMonth})`;
/** SQL row of year and month of an instant, so that the comparison with printed expiry dates can use an index. */
const monthOf = (at: Date) => sql`(${at.getUTCFullYear()}::smallint, ${at.getUTCMonth() + 1}::smallint)`;

const isDefaultCard = and(
  eq(paymentMethods.state, 'attached'),
  eq(paymentMethods.isDefault, true),
  sql`${paymentMethods.expYear} is not null`,
);
const isUntold = sql`${paymentMethods.toldExpiry} is distinct from ${expiry}`;

export interface ExpiringCard {
  readonly organizationId: number;
  readonly id: string;
}

/** Returns default cards that expire soon and have no notice yet. Excludes expired cards, because their next charge fails anyway. */
export async function expiringCards(db: Database, nowSeconds: number, limit: number): Promise<ExpiringCard[]> {
  const now = sql`${instantOf(nowSeconds).toISOString()}::timestamptz`;
  const isNear = sql`${printed} >= ${monthOf(instantOf(nowSeconds))} and ${printed} <= ${monthOf(instantOf(stepFrom(nowSeconds, { days: CARD_NOTICE_DAYS })))}`;
  return db
    .select({ organizationId: paymentMethods.organizationId, id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(isDefaultCard, sql`${announcedAt} <= ${now}`, sql`${endsAt} > ${now}`, isNear, isUntold))
    .orderBy(asc(paymentMethods.organizationId))
    .limit(limit);
}

export async function nextExpiringCard(db: Database, afterSeconds: number): Promise<number | null> {
  const after = Number.isFinite(afterSeconds)
    ? sql`${announcedAt} > ${instantOf(afterSeconds).toISOString()}::timestamptz and ${printed} >= ${monthOf(instantOf(afterSeconds))}`
    : undefined;
  const [row] = rowsOf<{ at: number | null }>(
    await db.execute(
      sql`select extract(epoch from ${announcedAt})::float8 as at from ${paymentMethods} where ${and(isDefaultCard, after, isUntold)}
        order by ${paymentMethods.expYear}, ${paymentMethods.expMonth} limit 1`,
    ),
  );
  return row?.at == null ? null : Math.ceil(row.at);
}

export async function queueCardExpiring(tx: Database, { organizationId, id }: ExpiringCard, nowSeconds: number): Promise<boolean> {
  const isExpiringCard = and(eq(paymentMethods.organizationId, organizationId), eq(paymentMethods.id, id));
  const [card] = await tx.select().from(paymentMethods).where(and(isExpiringCard, isDefaultCard));
  if (!card || card.expYear === null || card.expMonth === null) return false;
  const { brand, last4, expYear: year, expMonth: month } = card;
  const facts = { methodId: id, card: { brand, last4 }, month, year };
  await tx
    .update(paymentMethods)
    .set({ toldExpiry: year * 100 + month })
    .where(isExpiringCard);
  await writeNotice(tx, { organizationId, kind: 'card_expiring', key: `${id}:${year}-${month}`, atSeconds: nowSeconds, facts });
  return true;
}
