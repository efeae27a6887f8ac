import { and, asc, desc, eq, gte, inArray, lt, not, sql } from 'drizzle-orm';
import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { noticeDeliveries, notices } from '#server/database/tables/notices.ts';
import { isNoticeOfInvoice } from '#server/store/activity.ts';
import { addresseesByRole, addresseesOf, readRecipients } from './recipients.ts';

interface NoticePlace {
  readonly before?: number | null;
  readonly invoiceId?: string;
  readonly hasInvoices?: boolean;
  readonly kind?: NoticeKind | undefined;
  /** Unix seconds, inclusive. `until` is exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly limit: number;
}

const noticesOn = ({ before = null, kind, from, until }: Pick<NoticePlace, 'before' | 'kind' | 'from' | 'until'>) =>
  and(
    before === null ? undefined : lt(notices.id, before),
    kind === undefined ? undefined : eq(notices.kind, kind),
    from === undefined ? undefined : gte(notices.occurredAt, instantOf(from)),
    until === undefined ? undefined : lt(notices.occurredAt, instantOf(until)),
  );

export const noticesOfAll = (db: Database, place: Pick<NoticePlace, 'before' | 'kind' | 'from' | 'until' | 'limit'>) =>
  db
    .select({ notice: notices, slug: organizations.slug, name: organizations.name })
    .from(notices)
    .innerJoin(organizations, eq(organizations.id, notices.organizationId))
    .where(noticesOn(place))
    .orderBy(desc(notices.id))
    .limit(place.limit);

export async function noticesOf(db: Database, organizationId: number, { invoiceId, hasInvoices = true, limit, ...place }: NoticePlace) {
  const rows = await db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.organizationId, organizationId),
        noticesOn(place),
        invoiceId === undefined ? undefined : eq(notices.invoiceId, invoiceId),
        hasInvoices ? undefined : not(isNoticeOfInvoice),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const deliveries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(noticeDeliveries)
          .where(and(eq(noticeDeliveries.organizationId, organizationId), inArray(noticeDeliveries.noticeId, ids)))
          .orderBy(asc(noticeDeliveries.id));
  return rows.map((row) => ({ ...row, deliveries: deliveries.filter(({ noticeId }) => noticeId === row.id) }));
}

export const refusedDeliveries = (db: Database, { before = null, limit }: Pick<NoticePlace, 'before' | 'limit'>) =>
  db
    .select({
      id: noticeDeliveries.id,
      noticeId: noticeDeliveries.noticeId,
      organization: organizations.slug,
      kind: notices.kind,
      occurredAt: notices.occurredAt,
      address: noticeDeliveries.address,
      attempts: noticeDeliveries.attempts,
      lastError: noticeDeliveries.lastError,
    })
    .from(noticeDeliveries)
    .innerJoin(notices, and(eq(notices.id, noticeDeliveries.noticeId), eq(notices.organizationId, noticeDeliveries.organizationId)))
    .innerJoin(organizations, eq(organizations.id, noticeDeliveries.organizationId))
    .where(and(eq(noticeDeliveries.state, 'refused'), before === null ? undefined : lt(noticeDeliveries.id, before)))
    .orderBy(desc(noticeDeliveries.id))
    .limit(limit);

export type ToldNotice = Awaited<ReturnType<typeof noticesOf>>[number];

/** Null if the invoice is older than the first notices. */
export async function issuedNotice(db: Database, organizationId: number, invoiceId: string): Promise<number | null> {
  const [row] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.organizationId, organizationId), eq(notices.invoiceId, invoiceId), eq(notices.kind, 'invoice_issued')));
  return row?.id ?? null;
}

/**
 * Resends a notice, also to addresses that muted its kind. Does nothing if a delivery of the notice is queued. The caller must hold the
 * organization lock.
 * @returns number of emails
 */
export async function sendNoticeAgain(tx: Database, organizationId: number, noticeId: number): Promise<number> {
  const [last] = await tx
    .select({
      round: sql<number>`coalesce(max(${noticeDeliveries.round}), -1)`.mapWith(Number),
      waiting: sql<number>`count(*) filter (where ${noticeDeliveries.state} = 'queued')`.mapWith(Number),
    })
    .from(noticeDeliveries)
    .where(and(eq(noticeDeliveries.organizationId, organizationId), eq(noticeDeliveries.noticeId, noticeId)));
  if (!last || last.waiting > 0) return 0;
  const [notice] = await tx
    .select({ kind: notices.kind, facts: notices.facts })
    .from(notices)
    .where(and(eq(notices.organizationId, organizationId), eq(notices.id, noticeId)));
  const { kind, facts = {} } = notice ?? {};
  const recipients = await readRecipients(tx, organizationId);
  const { addresses, isSubstitute } =
    kind === 'confirm_address'
      ? { addresses: [(facts as unknown as NoticeFacts['confirm_address']).address], isSubstitute: false }
      : ((kind && addresseesByRole(kind, recipients)) ?? addresseesOf(recipients, facts));
  const deliveries = addresses.map((address) => ({ noticeId, organizationId, address, isSubstitute, round: last.round + 1 }));
  if (deliveries.length > 0) await tx.insert(noticeDeliveries).values(deliveries);
  return addresses.length;
}
