import { sql, type SQL } from 'drizzle-orm';
import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import { noticeKindRules, type NoticeFacts, type NoticeKind } from '#server/domain/notices.ts';
import { instantOf, rowsOf, type Database } from '#server/database/database.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { mailboxesWithout } from './notices.ts';
import { addresseesByRole, addresseesOf, readRecipients, type Addressees, type Recipients } from './recipients.ts';

export interface NewNotice<K extends NoticeKind> {
  readonly organizationId: number;
  readonly kind: K;
  /** Identifies the event, for example a payment. */
  readonly key: string;
  readonly facts: NoticeFacts[K];
  readonly atSeconds: number;
  readonly invoiceId?: string | null;
  /** Former recipients, who also get the email if they were confirmed. */
  readonly formerAddresses?: readonly string[];
  /** Maximum number of addressees. Only the first addressees get the email. */
  readonly most?: number;
}

/** SQL condition: no partner collects payments for the organization. */
const isOursToTell = (organizationId: number): SQL =>
  sql`not exists (select from organizations o where o.id = ${organizationId} and o.billing_partner is not null)`;

/** Excludes addresses that have muted the kind. Mandatory kinds cannot be muted. */
export async function wantedAddressees(
  tx: Database,
  { organizationId, kind, facts }: Pick<NewNotice<NoticeKind>, 'organizationId' | 'kind' | 'facts'>,
): Promise<Addressees & { readonly recipients: Recipients }> {
  const recipients = await readRecipients(tx, organizationId);
  const byRole = addresseesByRole(kind, recipients);
  if (byRole) return { recipients, ...byRole };
  const unwanted = noticeKindRules[kind].isMandatory ? new Set<string>() : await mailboxesWithout(tx, organizationId, kind);
  return { recipients, ...addresseesOf(recipients, facts, (address) => !unwanted.has(emailKey(address))) };
}

/** Writes a notice once per event key, in the transaction of the event. The caller must hold the organization lock. */
export async function writeNotice<K extends NoticeKind>(tx: Database, written: NewNotice<K>): Promise<void> {
  const { organizationId, kind, key, facts, atSeconds, invoiceId = null, formerAddresses = [], most = Infinity } = written;
  const { isAboutPayment } = noticeKindRules[kind];
  const inserted = await tx.execute(sql`
    insert into notices (organization_id, kind, business_key, facts, invoice_id, occurred_at)
    select ${organizationId}::integer, ${kind}::text, ${`${kind}:${key}`}::text, ${JSON.stringify(facts)}::jsonb, ${invoiceId}::text,
      ${instantOf(atSeconds).toISOString()}::timestamptz
    ${isAboutPayment ? sql`where ${isOursToTell(organizationId)}` : sql``}
    on conflict (organization_id, business_key) do nothing
    returning id::float8 as id`);
  const [notice] = rowsOf<{ id: number }>(inserted);
  if (!notice) return;
  const { recipients, isSubstitute, ...wanted } = await wantedAddressees(tx, { organizationId, kind, facts });
  const addresses = wanted.addresses.slice(0, most);
  const mayBeTold = formerAddresses.filter((address) => address !== '' && !recipients.unconfirmed.has(emailKey(address)));
  const former = oneOfEachMailbox([...addresses, ...mayBeTold]).slice(addresses.length);
  const deliveries = [
    ...addresses.map((address) => ({ noticeId: notice.id, organizationId, address, isSubstitute })),
    ...former.map((address) => ({ noticeId: notice.id, organizationId, address, isFormer: true })),
  ];
  if (deliveries.length > 0) await tx.insert(noticeDeliveries).values(deliveries);
}
