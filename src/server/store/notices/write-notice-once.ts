import { sql, type SQL } from 'drizzle-orm';
import { noticeKindRules, type NoticeFacts, type NoticeKind } from '#server/domain/notices.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { isWanted, namedIn, recipientsOf } from './notices.ts';

export interface NewNotice<K extends NoticeKind> {
  readonly organizationId: number;
  readonly kind: K;
  /** Names the event, for example a payment: its second notice is not written. */
  readonly key: string;
  readonly facts: NoticeFacts[K];
  readonly atSeconds: number;
  readonly invoiceId?: string | null;
  /** Addresses that are no recipients any more and get the mail anyway. */
  readonly formerAddresses?: readonly string[];
}

/** Where a partner collects, nothing about payment is written. */
const isOursToTell = (organizationId: number): SQL =>
  sql`not exists (select from organizations o where o.id = ${organizationId} and o.billing_partner is not null)`;

/**
 * Writes a notice and its deliveries in the transaction of the event, unless the same event has one: the notice is sent once. The
 * caller must hold the organization lock.
 */
export async function writeNotice<K extends NoticeKind>(tx: Database, notice: NewNotice<K>): Promise<void> {
  const { organizationId, kind, key, facts, atSeconds, invoiceId = null, formerAddresses = [] } = notice;
  const { isAboutPayment, isMandatory } = noticeKindRules[kind];
  const former = JSON.stringify(formerAddresses);
  const written = sql`${JSON.stringify(facts)}::jsonb`;
  const { recipients = [] } = facts as Partial<NoticeFacts['budget_crossed']>;
  await tx.execute(sql`
    with made as (
      insert into notices (organization_id, kind, business_key, facts, invoice_id, occurred_at)
      select ${organizationId}::integer, ${kind}::text, ${`${kind}:${key}`}::text, ${written}, ${invoiceId}::text,
        ${instantOf(atSeconds).toISOString()}::timestamptz
      ${isAboutPayment ? sql`where ${isOursToTell(organizationId)}` : sql``}
      on conflict (organization_id, business_key) do nothing
      returning id
    ), told as (
      select address, false as is_former from (${recipients.length > 0 ? namedIn(written) : recipientsOf(organizationId)}) r
      ${isMandatory ? sql`` : sql`where ${isWanted(organizationId, sql`r.address`, kind)}`}
    )
    insert into notice_deliveries (notice_id, organization_id, address, is_former)
    select made.id, ${organizationId}::integer, address, is_former from made cross join (
      select address, is_former from told
      union all
      select distinct on (lower(f)) f, true from jsonb_array_elements_text(${former}::jsonb) f
      where f <> '' and not exists (select from told where lower(told.address) = lower(f))
    ) everyone`);
}
