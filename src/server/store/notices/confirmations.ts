import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { noticeDeliveries, notices } from '#server/database/tables/notices.ts';
import { memberLogins, members, sessions } from '#server/database/tables/members.ts';
import { memberships } from '#server/database/tables/organizations.ts';
import { confirmationLinks, recipientAddresses } from '#server/database/tables/recipient-addresses.ts';
import { isSameEmail } from '#server/store/logins.ts';
import { addWork } from '#server/store/outbox.ts';
import { readRecipients } from './recipients.ts';

const lastsSeconds = 7 * 86_400;

/** SQL condition: the member has signed in, at the sandbox or at the identity provider. */
const hasSignedIn = sql`(exists (select from ${sessions} where ${sessions.memberId} = ${members.id})
  or exists (select from ${memberLogins} where ${memberLogins.memberId} = ${members.id}))`;

interface AddressPlace {
  readonly organizationId: number;
  readonly address: string;
}

async function isOfSignedInMember(tx: Database, { organizationId, address }: AddressPlace): Promise<boolean> {
  const found = await tx
    .select({ id: members.id })
    .from(memberships)
    .innerJoin(members, eq(members.id, memberships.memberId))
    .where(and(eq(memberships.organizationId, organizationId), isSameEmail(members.primaryEmail, address), hasSignedIn))
    .limit(1);
  return found.length > 0;
}

/**
 * An address of a member who has signed in counts as confirmed. The caller must hold the organization lock.
 * @returns whether the address is unconfirmed
 */
export async function recordAddress(tx: Database, place: AddressPlace, nowSeconds: number): Promise<boolean> {
  if (await isOfSignedInMember(tx, place)) {
    await confirmAddress(tx, place, nowSeconds);
    return false;
  }
  const address = emailKey(place.address);
  const [row] = await tx
    .insert(recipientAddresses)
    .values({ organizationId: place.organizationId, address, addedAt: instantOf(nowSeconds) })
    .onConflictDoUpdate({ target: [recipientAddresses.organizationId, recipientAddresses.address], set: { address } })
    .returning({ confirmedAt: recipientAddresses.confirmedAt });
  return row?.confirmedAt === null;
}

/** Confirms an address and deletes its unused confirmation links. */
export async function confirmAddress(tx: Database, { organizationId, address }: AddressPlace, nowSeconds: number): Promise<void> {
  const [key, at] = [emailKey(address), instantOf(nowSeconds)];
  await tx
    .insert(recipientAddresses)
    .values({ organizationId, address: key, addedAt: at, confirmedAt: at })
    .onConflictDoUpdate({
      target: [recipientAddresses.organizationId, recipientAddresses.address],
      set: { confirmedAt: sql`coalesce(${recipientAddresses.confirmedAt}, excluded.confirmed_at)` },
    });
  await tx
    .delete(confirmationLinks)
    .where(and(eq(confirmationLinks.organizationId, organizationId), eq(confirmationLinks.address, key), isNull(confirmationLinks.usedAt)));
}

/** Stores confirmations of the current recipients before some are removed. If such a recipient is added again, the address is confirmed. */
export async function rememberConfirmed(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const { named, unconfirmed } = await readRecipients(tx, organizationId);
  const at = instantOf(nowSeconds);
  const rows = [...named]
    .filter((address) => !unconfirmed.has(address))
    .map((address) => ({ organizationId, address, addedAt: at, confirmedAt: at }));
  if (rows.length > 0) await tx.insert(recipientAddresses).values(rows).onConflictDoNothing();
}

/** Confirms the address of a member who has just signed in, in all organizations of the member. */
export async function confirmAddressOfMember(db: Database, memberId: number, now: Date): Promise<void> {
  const [member] = await db.select({ address: members.primaryEmail }).from(members).where(eq(members.id, memberId));
  if (!member) return;
  const confirmed = await db
    .update(recipientAddresses)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(recipientAddresses.address, emailKey(member.address)),
        isNull(recipientAddresses.confirmedAt),
        sql`${recipientAddresses.organizationId} in (select organization_id from memberships where member_id = ${memberId}::integer)`,
      ),
    )
    .returning({ id: recipientAddresses.organizationId });
  for (const { id } of confirmed) await addWork(db, { organizationId: id, kind: 'sync_customer', subject: String(id) });
}

/** Confirms the address of a member who has just joined an organization, if the member has signed in before. */
export async function confirmAddressOfNewMember(tx: Database, memberId: number, now: Date): Promise<void> {
  const count = await tx.$count(members, and(eq(members.id, memberId), hasSignedIn));
  if (count > 0) await confirmAddressOfMember(tx, memberId, now);
}

/** True if a confirmation email is queued, or was sent with a link that still works. */
export async function isConfirmationOnTheWay(
  tx: Database,
  { organizationId, address }: AddressPlace,
  nowSeconds: number,
): Promise<boolean> {
  const [links, isWaiting] = await Promise.all([
    tx.$count(
      confirmationLinks,
      and(
        eq(confirmationLinks.organizationId, organizationId),
        eq(confirmationLinks.address, emailKey(address)),
        isNull(confirmationLinks.usedAt),
        sql`${confirmationLinks.expiresAt} > ${instantOf(nowSeconds).toISOString()}::timestamptz`,
      ),
    ),
    isConfirmationWaiting(tx, { organizationId, address }),
  ]);
  return isWaiting || links > 0;
}

export async function isConfirmationWaiting(tx: Database, { organizationId, address }: AddressPlace): Promise<boolean> {
  const count = await tx.$count(
    noticeDeliveries,
    and(
      eq(noticeDeliveries.organizationId, organizationId),
      eq(noticeDeliveries.state, 'queued'),
      isSameEmail(noticeDeliveries.address, address),
      sql`exists (select from ${notices} where ${notices.organizationId} = ${organizationId} and ${notices.id} = ${noticeDeliveries.noticeId}
        and ${notices.kind} = 'confirm_address')`,
    ),
  );
  return count > 0;
}

export async function queueConfirmation(
  tx: Database,
  { organizationId, address }: AddressPlace,
  { key, nowSeconds }: { readonly key: string; readonly nowSeconds: number },
): Promise<void> {
  const [notice] = await tx
    .insert(notices)
    .values({
      organizationId,
      kind: 'confirm_address',
      businessKey: `confirm_address:${key}`,
      facts: { address },
      occurredAt: instantOf(nowSeconds),
    })
    .onConflictDoNothing()
    .returning({ id: notices.id });
  if (notice) await tx.insert(noticeDeliveries).values({ noticeId: notice.id, organizationId, address });
}

interface LinkPlace {
  readonly organizationId: number;
  readonly token: string;
}

const tokenBytes = 32;
const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Returns the token, of which only a hash is stored. */
export async function newConfirmationLink(db: Database, { organizationId, address }: AddressPlace, nowSeconds: number): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const expiresAt = instantOf(nowSeconds + lastsSeconds);
  await db.insert(confirmationLinks).values({ organizationId, tokenHash: hashOf(token), address: emailKey(address), expiresAt });
  return token;
}

/** A valid link, or a used link whose recipient is still confirmed. */
export interface ConfirmationLink {
  readonly address: string;
  readonly isConfirmed: boolean;
}

/** Null if the token is unknown, expired or obsolete. */
export async function findConfirmationLink(
  db: Database,
  { organizationId, token }: LinkPlace,
  nowSeconds: number,
): Promise<ConfirmationLink | null> {
  const [link] = await db
    .select()
    .from(confirmationLinks)
    .where(and(eq(confirmationLinks.organizationId, organizationId), eq(confirmationLinks.tokenHash, hashOf(token))));
  if (!link || link.expiresAt <= instantOf(nowSeconds)) return null;
  const { named, unconfirmed } = await readRecipients(db, organizationId);
  const isWaiting = unconfirmed.has(link.address);
  if (!named.has(link.address) || isWaiting !== (link.usedAt === null)) return null;
  return { address: link.address, isConfirmed: !isWaiting };
}

/** The caller must hold the organization lock. @returns null if the link is unknown, expired or obsolete */
export async function useConfirmationLink(tx: Database, place: LinkPlace, nowSeconds: number): Promise<ConfirmationLink | null> {
  const link = await findConfirmationLink(tx, place, nowSeconds);
  if (!link || link.isConfirmed) return link;
  const { organizationId, token } = place;
  await tx
    .update(confirmationLinks)
    .set({ usedAt: instantOf(nowSeconds) })
    .where(and(eq(confirmationLinks.organizationId, organizationId), eq(confirmationLinks.tokenHash, hashOf(token))));
  await confirmAddress(tx, { organizationId, address: link.address }, nowSeconds);
  return { ...link, isConfirmed: true };
}
