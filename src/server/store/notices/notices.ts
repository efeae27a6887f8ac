import { and, eq, notInArray, sql } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#server/database/settings.ts';
import { noticeAddresses, noticeDeliveries, notices } from '#server/database/tables/notices.ts';
import { isStillTold, readRecipients, type AddressedDelivery } from './recipients.ts';

export async function mailboxesWithout(db: Database, organizationId: number, kind: NoticeKind): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ address: noticeAddresses.address })
    .from(noticeAddresses)
    .where(and(eq(noticeAddresses.organizationId, organizationId), sql`${kind} = any(${noticeAddresses.mutedKinds})`));
  return new Set(rows.map(({ address }) => emailKey(address)));
}

type DeliveryPlace = Pick<TakenDelivery, 'organizationId' | 'id' | 'address'>;

/** Checks whether the address is still a recipient. Call this right before sending, because sending earlier emails can take minutes. */
export async function isRecipientNow(db: Database, { organizationId, id, address }: DeliveryPlace): Promise<boolean> {
  const found = await db.execute(sql`
    select n.kind, n.facts, d.is_former as "isFormer", d.is_substitute as "isSubstitute", o.closed_at is not null as "isClosed"
    from notice_deliveries d join notices n on n.organization_id = d.organization_id and n.id = d.notice_id join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId} and d.id = ${id}`);
  const [delivery] = rowsOf<Omit<AddressedDelivery, 'address'>>(found);
  return delivery !== undefined && isStillTold(await readRecipients(db, organizationId), { ...delivery, address });
}

/** For seeding only: deletes the notices of all other organizations, so that no emails about the seeded history are sent. */
export async function forgetNotices(tx: Database, keptOrganizations: readonly number[]): Promise<void> {
  await tx.delete(notices).where(notInArray(notices.organizationId, [...keptOrganizations]));
}

export interface TakenDelivery {
  readonly id: number;
  readonly noticeId: number;
  readonly organizationId: number;
  readonly address: string;
  readonly isFormer: boolean;
  readonly isSubstitute: boolean;
  readonly round: number;
  readonly attempts: number;
  readonly firstTriedAt: Date;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts[NoticeKind];
  readonly invoiceId: string | null;
  readonly occurredAt: Date;
  readonly slug: string;
  readonly organizationName: string;
  readonly isRecipient: boolean;
}

/** `held_by` value of a delivery while a job run is sending the delivery. Processes of older versions check only the end of the lease. */
const laneHold = 'lane';

export async function lanesOfNotices(db: Database, now: Date): Promise<string[]> {
  const found = await db.execute(sql`select distinct organization_id as id from notice_deliveries
    where state = 'queued' and (run_after <= ${now.toISOString()}::timestamptz or held_by = ${laneHold}) order by 1`);
  return rowsOf<{ id: number }>(found).map(({ id }) => String(id));
}

/** Releases deliveries that an earlier run of the lane left unfinished. That run has ended, because a lane has only one run at a time. */
export async function freeHolds(db: Database, organizationId: number): Promise<void> {
  await db
    .update(noticeDeliveries)
    .set({ runAfter: new Date(0), heldBy: null })
    .where(
      and(eq(noticeDeliveries.organizationId, organizationId), eq(noticeDeliveries.state, 'queued'), eq(noticeDeliveries.heldBy, laneHold)),
    );
}

type TakenRow = Omit<TakenDelivery, 'isRecipient' | 'firstTriedAt' | 'occurredAt'> & {
  readonly firstTried: number;
  readonly occurred: number;
  readonly isClosed: boolean;
};

interface Taking {
  readonly organizationId: number;
  /** Real time. */
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Leases due deliveries in order of their notices. Skips an address while a process is still sending an earlier email to this address. */
export async function takeDeliveries(db: Database, { organizationId, now, until, limit }: Taking): Promise<TakenDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const takenRows = await db.execute(sql`
    with due as (
      select d.id from notice_deliveries d
      where d.organization_id = ${organizationId} and d.state = 'queued' and d.run_after <= ${at}
        and not exists (select from notice_deliveries e where e.organization_id = d.organization_id and e.state = 'queued'
          and lower(e.address) = lower(d.address) and e.id < d.id and e.held_by is not null and e.run_after > ${at})
      order by d.id limit ${limit} for update of d skip locked
    ), held as (
      update notice_deliveries d set run_after = ${until.toISOString()}::timestamptz, held_by = ${laneHold}, attempts = attempts + 1,
        first_tried_at = coalesce(first_tried_at, ${at})
      from due where d.organization_id = ${organizationId} and d.id = due.id returning d.*
    )
    select h.id::float8 as id, h.notice_id::float8 as "noticeId", h.organization_id as "organizationId", h.address, h.is_former as "isFormer",
      h.is_substitute as "isSubstitute", h.round, h.attempts, extract(epoch from h.first_tried_at)::float8 as "firstTried", n.kind, n.facts,
      n.invoice_id as "invoiceId", extract(epoch from n.occurred_at)::float8 as "occurred", o.slug, o.name as "organizationName",
      o.closed_at is not null as "isClosed"
    from held h join notices n on n.organization_id = h.organization_id and n.id = h.notice_id join organizations o on o.id = h.organization_id
    order by h.id`);
  const rows = rowsOf<TakenRow>(takenRows);
  if (rows.length === 0) return [];
  const recipients = await readRecipients(db, organizationId);
  return rows.map(({ firstTried, occurred, isClosed, ...row }) => ({
    ...row,
    isRecipient: isStillTold(recipients, { ...row, isClosed }),
    firstTriedAt: new Date(firstTried * 1000),
    occurredAt: new Date(occurred * 1000),
  }));
}

export type DeliveryEnd =
  | { readonly state: 'sent'; readonly sentAt: Date }
  | { readonly state: 'withdrawn' | 'refused' | 'bounced'; readonly lastError: string }
  /** `runAfter` is the real time of the next attempt. */
  | { readonly state: 'queued'; readonly runAfter: Date; readonly lastError: string };

/**
 * Stores the result of a delivery, unless another process has leased the delivery in the meantime.
 * @returns whether this process still had the lease
 */
export async function endDelivery(
  db: Database,
  { organizationId, id, attempts }: Pick<TakenDelivery, 'organizationId' | 'id' | 'attempts'>,
  end: DeliveryEnd,
): Promise<boolean> {
  const ended = await db
    .update(noticeDeliveries)
    .set({ heldBy: null, lastError: null, ...end })
    .where(
      and(
        eq(noticeDeliveries.organizationId, organizationId),
        eq(noticeDeliveries.id, id),
        eq(noticeDeliveries.attempts, attempts),
        eq(noticeDeliveries.state, 'queued'),
      ),
    )
    .returning({ id: noticeDeliveries.id });
  return ended.length > 0;
}

/** Earlier versions stored the address as typed. Replaces it by its mailbox key. @returns the key */
export async function mailboxKey(tx: Database, organizationId: number, address: string): Promise<string> {
  const key = emailKey(address);
  const typed = address.toLowerCase();
  if (typed !== key)
    await tx.execute(sql`update notice_addresses a set address = ${key} where a.organization_id = ${organizationId} and a.address = ${typed}
      and not exists (select from notice_addresses b where b.organization_id = a.organization_id and b.address = ${key})`);
  return key;
}

/** @param bouncedAt null if the address works again */
export async function recordBounce(db: Database, organizationId: number, address: string, bouncedAt: Date | null): Promise<void> {
  const key = await mailboxKey(db, organizationId, address);
  if (bouncedAt === null) {
    await db
      .update(noticeAddresses)
      .set({ bouncedAt })
      .where(and(eq(noticeAddresses.organizationId, organizationId), eq(noticeAddresses.address, key)));
    return;
  }
  await db
    .insert(noticeAddresses)
    .values({ organizationId, address: key, bouncedAt })
    .onConflictDoUpdate({ target: [noticeAddresses.organizationId, noticeAddresses.address], set: { bouncedAt } });
}

/** State of the email hold during a long step of the sandbox clock. After the step (`arrived`), each address gets one digest. */
export type MailHold = 'none' | 'on_the_way' | 'arrived';

export async function emailHold(db: Database, nowSeconds: number): Promise<MailHold> {
  const until = await readSetting(db, 'mail_held_until');
  if (until === null) return 'none';
  return nowSeconds < until ? 'on_the_way' : 'arrived';
}

export const beginEmailHold = (db: Database, untilSeconds: number): Promise<void> => writeSetting(db, 'mail_held_until', untilSeconds);

export const endEmailHold = (db: Database): Promise<void> => deleteSetting(db, 'mail_held_until');

/** Called when a step of the clock was aborted. The email hold then ends at the current time instead of at its planned end. */
export async function breakOffEmailHold(db: Database, nowSeconds: number): Promise<void> {
  if ((await emailHold(db, nowSeconds)) === 'on_the_way') await beginEmailHold(db, nowSeconds);
}
