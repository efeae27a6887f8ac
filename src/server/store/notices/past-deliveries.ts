import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { noteBounce } from './notices.ts';

/** For seeding only: says of an organization's mails that they arrived, but for those to some addresses. */
export async function backdateDeliveries(tx: Database, organizationId: number, bounced: readonly string[], sentAt: Date): Promise<void> {
  const { address } = noticeDeliveries;
  const ofOrganization = eq(noticeDeliveries.organizationId, organizationId);
  await tx
    .update(noticeDeliveries)
    .set({ state: 'sent', sentAt, attempts: 1 })
    .where(and(ofOrganization, notInArray(address, [...bounced])));
  await tx
    .update(noticeDeliveries)
    .set({ state: 'bounced', lastError: '5.1.1', attempts: 1 })
    .where(and(ofOrganization, inArray(address, [...bounced])));
  for (const each of bounced) await noteBounce(tx, organizationId, each, sentAt);
}
