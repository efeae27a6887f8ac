import { emailKey } from '#contract/email-address.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { instantOf, type Database } from '#server/database/database.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { recordBounce } from './notices.ts';

/** Maximum age in seconds of an email for which a bounce is accepted. Mail servers stop retrying within a week. */
const believedForSeconds = 14 * 86_400;

interface ReturnedMail {
  readonly deliveries: readonly number[];
  readonly addresses: readonly string[];
  readonly state: 'bounced' | 'refused';
  readonly code: string;
  readonly nowSeconds: number;
}

/** Records a bounce. @returns the organization, the notice and the state of the delivery; null if no such email was sent recently */
export async function recordReturnedEmail(db: Database, { deliveries, addresses, state, code, nowSeconds }: ReturnedMail) {
  const mailboxes = addresses.map(emailKey);
  const rows =
    deliveries.length === 0
      ? []
      : await db
          .select({ delivery: noticeDeliveries, slug: organizations.slug })
          .from(noticeDeliveries)
          .innerJoin(organizations, eq(organizations.id, noticeDeliveries.organizationId))
          .where(inArray(noticeDeliveries.id, [...deliveries]));
  const found = rows.find(({ delivery }) => mailboxes.includes(emailKey(delivery.address)));
  if (!found) return null;
  const { slug, delivery } = found;
  const { id, noticeId, organizationId, address } = delivery;
  const isThisDelivery = and(eq(noticeDeliveries.organizationId, organizationId), eq(noticeDeliveries.id, id));
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const [now] = await tx.select().from(noticeDeliveries).where(isThisDelivery);
    // A repeated report does not change the recorded state.
    if (now?.state === 'bounced' || now?.state === 'refused') return { slug, noticeId, state: now.state };
    if (now?.state !== 'sent' || now.sentAt === null || now.sentAt < instantOf(nowSeconds - believedForSeconds)) return null;
    await tx.update(noticeDeliveries).set({ state, sentAt: null, lastError: code }).where(isThisDelivery);
    if (state === 'bounced') await recordBounce(tx, organizationId, address, instantOf(nowSeconds));
    return { slug, noticeId, state };
  });
}
