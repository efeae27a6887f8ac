import { and, asc, eq, sql } from 'drizzle-orm';
import { CARD_NOTICE_DAYS } from '#server/domain/notices.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { writeNotice } from '#server/store/notices/notices.ts';

/** A card is good until the end of the month that is printed on it. */
const endsAt = sql`(make_date(${paymentMethods.expYear}, ${paymentMethods.expMonth}, 1) + interval '1 month') at time zone 'UTC'`;
const announcedAt = sql`(${endsAt} - ${CARD_NOTICE_DAYS} * interval '1 day')`;
const noticeKey = sql`'card_expiring:' || ${paymentMethods.id} || ':' || ${paymentMethods.expYear} || '-' || ${paymentMethods.expMonth}`;

const isDefaultCard = and(
  eq(paymentMethods.state, 'attached'),
  eq(paymentMethods.isDefault, true),
  sql`${paymentMethods.expYear} is not null`,
);
const isUntold = sql`not exists (select from notices n where n.organization_id = ${paymentMethods.organizationId} and n.business_key = ${noticeKey})`;

export interface ExpiringCard {
  readonly organizationId: number;
  readonly id: string;
}

/** Default cards that are about to expire and of which nothing was said. One that is past its month is refused soon enough. */
export async function expiringCards(db: Database, nowSeconds: number, limit: number): Promise<ExpiringCard[]> {
  const now = sql`${instantOf(nowSeconds).toISOString()}::timestamptz`;
  return db
    .select({ organizationId: paymentMethods.organizationId, id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(isDefaultCard, sql`${announcedAt} <= ${now}`, sql`${endsAt} > ${now}`, isUntold))
    .orderBy(asc(paymentMethods.organizationId))
    .limit(limit);
}

export async function nextExpiringCard(db: Database, afterSeconds: number): Promise<number | null> {
  const after = Number.isFinite(afterSeconds) ? sql`${announcedAt} > ${instantOf(afterSeconds).toISOString()}::timestamptz` : undefined;
  const [row] = rowsOf<{ at: number | null }>(
    await db.execute(
      sql`select extract(epoch from min(${announcedAt}))::float8 as at from ${paymentMethods} where ${and(isDefaultCard, after, isUntold)}`,
    ),
  );
  return row?.at == null ? null : Math.ceil(row.at);
}

/** Tells that the default card expires. The caller holds the organization's lock. */
export async function noteExpiringCard(tx: Database, { organizationId, id }: ExpiringCard, nowSeconds: number): Promise<boolean> {
  const [card] = await tx
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, id), isDefaultCard));
  if (!card || card.expYear === null || card.expMonth === null) return false;
  const { brand, last4, expYear: year, expMonth: month } = card;
  const facts = { methodId: id, card: { brand, last4 }, month, year };
  await writeNotice(tx, { organizationId, kind: 'card_expiring', key: `${id}:${year}-${month}`, atSeconds: nowSeconds, facts });
  return true;
}
