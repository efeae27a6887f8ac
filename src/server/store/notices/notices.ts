import { and, eq, sql, type SQL } from 'drizzle-orm';
import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import { rolesThatMayAct, type NoticeFacts, type NoticeKind } from '#server/domain/notices.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#server/database/settings.ts';
import { noticeAddresses, noticeDeliveries, notices } from '#server/database/tables/notices.ts';

/** The recipients of an organization: its billing email and the additional recipients; without any, the members who may act. */
const recipientsOf = (organizationId: number | SQL): SQL => sql`
  select address, place from (
    select o.billing_email as address, 0 as place from organizations o where o.id = ${organizationId}
    union all
    select unnest(o.additional_billing_emails), 1 from organizations o where o.id = ${organizationId}
    union all
    select m.primary_email, 2 from memberships ms join members m on m.id = ms.member_id
    where ms.organization_id = ${organizationId} and ms.role in ${[...rolesThatMayAct]}
      and not exists (select from organizations o where o.id = ${organizationId}
        and (coalesce(o.billing_email, '') <> '' or cardinality(o.additional_billing_emails) > 0))
  ) told where coalesce(address, '') <> ''`;

/** Today's recipients of an organization, each mailbox once. */
export async function recipientsToday(db: Database, organizationId: number): Promise<string[]> {
  const found = await db.execute(sql`select address from (${recipientsOf(organizationId)}) r order by place, lower(address)`);
  return oneOfEachMailbox(rowsOf<{ address: string }>(found).map(({ address }) => address));
}

/** The addresses that a notice names itself; none for most. */
const namedIn = (facts: SQL): SQL =>
  sql`select r as address from jsonb_array_elements_text(coalesce(${facts} -> 'recipients', '[]'::jsonb)) r`;

/** The mailboxes of an organization that don't want a kind, as `emailKey` names them. */
export async function mailboxesWithout(db: Database, organizationId: number, kind: NoticeKind): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ address: noticeAddresses.address })
    .from(noticeAddresses)
    .where(and(eq(noticeAddresses.organizationId, organizationId), sql`${kind} = any(${noticeAddresses.mutedKinds})`));
  return new Set(rows.map(({ address }) => emailKey(address)));
}

/**
 * Whether the address of a delivery is still one that is to get it, in this spelling. `o` is its organization, `n` its notice. If not,
 * `isMailboxTold` looks for another spelling.
 */
const isStillTold = (delivery: SQL): SQL => sql`(${delivery}.is_former or o.closed_at is not null or exists (
  select from (${recipientsOf(sql`${delivery}.organization_id`)}) r where lower(r.address) = lower(${delivery}.address)) or exists (
  select from (${namedIn(sql`n.facts`)}) r where lower(r.address) = lower(${delivery}.address)))`;

/** The same by mailbox: a recipient that was saved again in another spelling is no other one. */
async function isMailboxTold(db: Database, { organizationId, noticeId, address }: DeliveryPlace): Promise<boolean> {
  const facts = sql`(select facts from notices where organization_id = ${organizationId} and id = ${noticeId}::bigint)`;
  const named = rowsOf<{ address: string }>(await db.execute(namedIn(facts))).map((row) => row.address);
  const key = emailKey(address);
  return [...named, ...(await recipientsToday(db, organizationId))].some((told) => emailKey(told) === key);
}

type DeliveryPlace = Pick<TakenDelivery, 'organizationId' | 'id' | 'noticeId' | 'address'>;

/** The same once more, when a mail is about to leave: others of its batch may have taken minutes. */
export async function isRecipientNow(db: Database, delivery: DeliveryPlace): Promise<boolean> {
  const { organizationId, id } = delivery;
  const found = await db.execute(sql`select ${isStillTold(sql`d`)} as "isRecipient"
    from notice_deliveries d join notices n on n.organization_id = d.organization_id and n.id = d.notice_id join organizations o on o.id = d.organization_id
    where d.organization_id = ${organizationId} and d.id = ${id}`);
  return (rowsOf<{ isRecipient: boolean }>(found)[0]?.isRecipient ?? false) || isMailboxTold(db, delivery);
}

/** Seeded history happened before anyone could be told. */
export async function forgetNotices(tx: Database): Promise<void> {
  await tx.delete(notices);
}

/** A delivery that a process has taken, with what its mail is about. */
export interface TakenDelivery {
  readonly id: number;
  readonly noticeId: number;
  readonly organizationId: number;
  readonly address: string;
  readonly isFormer: boolean;
  readonly round: number;
  readonly attempts: number;
  readonly firstTriedAt: Date;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts[NoticeKind];
  readonly invoiceId: string | null;
  readonly occurredAt: Date;
  readonly slug: string;
  readonly organizationName: string;
  /** Whether the address is still one that is to get this. */
  readonly isRecipient: boolean;
}

/** Marks a delivery that a lane is sending, for processes of the version before, which look only at the end of a hold. */
const laneHold = 'lane';

/** Organizations that have mails to send at a real time. */
export async function lanesOfNotices(db: Database, now: Date): Promise<string[]> {
  const found = await db.execute(sql`select distinct organization_id as id from notice_deliveries
    where state = 'queued' and (run_after <= ${now.toISOString()}::timestamptz or held_by = ${laneHold}) order by 1`);
  return rowsOf<{ id: number }>(found).map(({ id }) => String(id));
}

/** Ends what an earlier run of the lane has left behind: it is over, or this one would not have the lane. */
export async function freeHolds(db: Database, organizationId: number): Promise<void> {
  await db
    .update(noticeDeliveries)
    .set({ runAfter: new Date(0), heldBy: null })
    .where(
      and(eq(noticeDeliveries.organizationId, organizationId), eq(noticeDeliveries.state, 'queued'), eq(noticeDeliveries.heldBy, laneHold)),
    );
}

interface Taking {
  readonly organizationId: number;
  /** Real time. */
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}

/**
 * Takes deliveries of an organization that are due, in the order of their notices. While an earlier mail to an address is on its way
 * from a process of the version before, later ones wait, so that mails arrive in the order of what happened.
 */
export async function takeDeliveries(db: Database, { organizationId, now, until, limit }: Taking): Promise<TakenDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const taken = await db.execute(sql`
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
      h.round, h.attempts, extract(epoch from h.first_tried_at)::float8 as "firstTried", n.kind, n.facts, n.invoice_id as "invoiceId",
      extract(epoch from n.occurred_at)::float8 as "occurred", o.slug, o.name as "organizationName",
      ${isStillTold(sql`h`)} as "isRecipient"
    from held h join notices n on n.organization_id = h.organization_id and n.id = h.notice_id join organizations o on o.id = h.organization_id
    order by h.id`);
  const deliveries: TakenDelivery[] = [];
  for (const { firstTried, occurred, ...row } of rowsOf<TakenDelivery & { firstTried: number; occurred: number }>(taken))
    deliveries.push({
      ...row,
      isRecipient: row.isRecipient || (await isMailboxTold(db, row)),
      firstTriedAt: new Date(firstTried * 1000),
      occurredAt: new Date(occurred * 1000),
    });
  return deliveries;
}

export type DeliveryEnd =
  | { readonly state: 'sent'; readonly sentAt: Date }
  | { readonly state: 'withdrawn' | 'refused' | 'bounced'; readonly lastError: string }
  /** Tried again at a real time. */
  | { readonly state: 'queued'; readonly runAfter: Date; readonly lastError: string };

/** Ends one attempt. Nothing happens where its lease has ended and another process has it. @returns whether it was still held */
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

/** Names what is known of a mailbox by its key; earlier versions named it by the typed address. @returns the key */
export async function mailboxKey(tx: Database, organizationId: number, address: string): Promise<string> {
  const key = emailKey(address);
  const typed = address.toLowerCase();
  if (typed !== key)
    await tx.execute(sql`update notice_addresses a set address = ${key} where a.organization_id = ${organizationId} and a.address = ${typed}
      and not exists (select from notice_addresses b where b.organization_id = a.organization_id and b.address = ${key})`);
  return key;
}

/** Marks an address whose mail comes back, or no longer does. */
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

/** While the clock makes a long step no mail leaves; once it has arrived, each address gets one for all that happened. */
export type MailHold = 'none' | 'on_the_way' | 'arrived';

export async function mailHold(db: Database, nowSeconds: number): Promise<MailHold> {
  const until = await readSetting(db, 'mail_held_until');
  if (until === null) return 'none';
  return nowSeconds < until ? 'on_the_way' : 'arrived';
}

export const beginMailHold = (db: Database, untilSeconds: number): Promise<void> => writeSetting(db, 'mail_held_until', untilSeconds);

export const endMailHold = (db: Database): Promise<void> => deleteSetting(db, 'mail_held_until');

/** A long step that was broken off ends where the clock stands, or mail would be held for all the time that is left of it. */
export async function breakOffMailHold(db: Database, nowSeconds: number): Promise<void> {
  if ((await mailHold(db, nowSeconds)) === 'on_the_way') await beginMailHold(db, nowSeconds);
}
