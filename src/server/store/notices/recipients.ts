/** Recipients of an organization's emails: confirmed addresses, or members with billing write permission if no address is confirmed. */
import { sql } from 'drizzle-orm';
import { emailKey, oneOfEachMailbox } from '#contract/email-address.ts';
import { noticeKindRules, rolesThatMayAct, type NoticeFacts, type NoticeKind } from '#server/domain/notices.ts';
import { rowsOf, type Database } from '#server/database/database.ts';

/** Addresses of an organization, one per mailbox. */
export interface Recipients {
  /** Confirmed billing email and additional recipients. */
  readonly confirmed: readonly string[];
  /** Unconfirmed billing email and additional recipients. */
  readonly waiting: readonly string[];
  /** Members with billing write permission. */
  readonly members: readonly string[];
  readonly owners: readonly string[];
  /** Mailbox keys of the organization's and its budgets' recipients, confirmed or unconfirmed. */
  readonly named: ReadonlySet<string>;
  /** Keys of the mailboxes that get only confirmation emails. */
  readonly unconfirmed: ReadonlySet<string>;
}

const places = { primary: 0, additional: 1, member: 2, budget: 3, unconfirmed: 4, owner: 5 } as const;

export async function readRecipients(db: Database, organizationId: number): Promise<Recipients> {
  const found = await db.execute(sql`
    select address, place from (
      select billing_email as address, ${places.primary}::integer as place from organizations where id = ${organizationId}
      union all
      select unnest(additional_billing_emails), ${places.additional}::integer from organizations where id = ${organizationId}
      union all
      select m.primary_email, ${places.member}::integer from memberships ms join members m on m.id = ms.member_id
      where ms.organization_id = ${organizationId} and ms.role in ${[...rolesThatMayAct]}
      union all
      select m.primary_email, ${places.owner}::integer from memberships ms join members m on m.id = ms.member_id
      where ms.organization_id = ${organizationId} and ms.role = 'owner'
      union all
      select unnest(recipients), ${places.budget}::integer from budgets where organization_id = ${organizationId}
      union all
      select address, ${places.unconfirmed}::integer from recipient_addresses where organization_id = ${organizationId} and confirmed_at is null
    ) known where coalesce(address, '') <> '' order by place, lower(address)`);
  const rows = rowsOf<{ address: string; place: number }>(found);
  const at = (...wanted: number[]): string[] => rows.filter(({ place }) => wanted.includes(place)).map(({ address }) => address);
  const unconfirmed = new Set(at(places.unconfirmed).map(emailKey));
  const recipients = oneOfEachMailbox(at(places.primary, places.additional));
  return {
    confirmed: recipients.filter((address) => !unconfirmed.has(emailKey(address))),
    waiting: recipients.filter((address) => unconfirmed.has(emailKey(address))),
    members: oneOfEachMailbox(at(places.member)),
    owners: oneOfEachMailbox(at(places.owner)),
    named: new Set(at(places.primary, places.additional, places.budget).map(emailKey)),
    unconfirmed,
  };
}

export interface Addressees {
  readonly addresses: readonly string[];
  /** True if the addressees are members, because no recipient is set or confirmed. */
  readonly isSubstitute: boolean;
}

/** Falls back to members with billing write permission if there is no owner. */
const ownerAddressees = ({ owners, members }: Recipients): Addressees =>
  owners.length > 0 ? { addresses: owners, isSubstitute: false } : { addresses: members, isSubstitute: true };

/**
 * If only members with certain roles get a kind, returns the addresses of these members, owners first. Otherwise, billing recipients get
 * the kind, and the function returns null.
 */
export function addresseesByRole(kind: NoticeKind, recipients: Recipients): Addressees | null {
  const { isForOwners, isForApprovers } = noticeKindRules[kind];
  if (isForOwners) return ownerAddressees(recipients);
  return isForApprovers ? { addresses: oneOfEachMailbox([...recipients.owners, ...recipients.members]), isSubstitute: false } : null;
}

const namedIn = (facts: object): readonly string[] => (facts as Partial<NoticeFacts['budget_crossed']>).recipients ?? [];

/**
 * Returns the confirmed addresses that did not mute the kind. If no address is confirmed, returns members with billing write permission.
 * Also returns these members if all confirmed addresses muted the kind, but other addresses are not confirmed yet.
 * @param isWanted whether an address has not muted the kind
 */
export function addresseesOf(recipients: Recipients, facts: object, isWanted: (address: string) => boolean = () => true): Addressees {
  const { confirmed, waiting, members, unconfirmed } = recipients;
  const named = oneOfEachMailbox(namedIn(facts));
  const namedConfirmed = named.filter((address) => !unconfirmed.has(emailKey(address)));
  const usual = namedConfirmed.length > 0 ? namedConfirmed : confirmed;
  const addresses = usual.filter(isWanted);
  const isWaiting = named.length > 0 ? namedConfirmed.length < named.length : waiting.length > 0;
  if (addresses.length > 0 || (usual.length > 0 && !isWaiting)) return { addresses, isSubstitute: false };
  return { addresses: members.filter(isWanted), isSubstitute: true };
}

export interface AddressedDelivery {
  readonly address: string;
  readonly kind: NoticeKind;
  readonly facts: object;
  readonly isFormer: boolean;
  readonly isSubstitute: boolean;
  readonly isClosed: boolean;
}

/** Different spellings of one mailbox count as equal. */
export function isStillTold(recipients: Recipients, delivery: AddressedDelivery): boolean {
  const { confirmed, members, named, unconfirmed } = recipients;
  const { kind, facts, isFormer, isSubstitute, isClosed } = delivery;
  const key = emailKey(delivery.address);
  const isIn = (addresses: readonly string[]): boolean => addresses.some((address) => emailKey(address) === key);
  const isUnconfirmed = unconfirmed.has(key);
  if (kind === 'confirm_address') return isUnconfirmed && named.has(key);
  const byRole = addresseesByRole(kind, recipients);
  if (byRole) return isClosed || isIn(byRole.addresses);
  const isForMembers = isSubstitute || confirmed.length === 0;
  if (isClosed || isFormer || (isForMembers && isIn(members))) return true;
  return !isUnconfirmed && (isIn(confirmed) || isIn(namedIn(facts)));
}
