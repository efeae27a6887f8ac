import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { emailKey } from '#contract/email-address.ts';
import type { Database } from '#server/database/database.ts';
import { noticeDeliveries } from '#server/database/tables/notices.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { endDelivery, type TakenDelivery } from './notices.ts';
import { wantedAddressees } from './write-notice-once.ts';

async function isDeliveredElsewhere(tx: Database, { organizationId, noticeId, id }: TakenDelivery): Promise<boolean> {
  const others = await tx.$count(
    noticeDeliveries,
    and(
      eq(noticeDeliveries.organizationId, organizationId),
      eq(noticeDeliveries.noticeId, noticeId),
      ne(noticeDeliveries.id, id),
      inArray(noticeDeliveries.state, ['queued', 'sent']),
    ),
  );
  return others > 0;
}

/** Withdraws a delivery. If the notice has no other queued or sent delivery, queues the notice for the current addressees. */
export async function withdrawFromFormerAddressee(db: Database, delivery: TakenDelivery): Promise<void> {
  const { organizationId, noticeId, kind, round } = delivery;
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (!(await endDelivery(tx, delivery, { state: 'withdrawn', lastError: 'no_recipient' }))) return;
    // A confirmation email is sent only to the address that it confirms.
    if (kind === 'confirm_address' || (await isDeliveredElsewhere(tx, delivery))) return;
    const { addresses, isSubstitute } = await wantedAddressees(tx, delivery);
    // Excludes the former address, because a new delivery to this address would be withdrawn again.
    for (const address of addresses.filter((each) => emailKey(each) !== emailKey(delivery.address))) {
      // Queues a delivery to the address, even if an earlier delivery to this address was withdrawn.
      await tx.execute(sql`
        insert into notice_deliveries (notice_id, organization_id, address, is_substitute, round)
        values (${noticeId}::bigint, ${organizationId}::integer, ${address}::text, ${isSubstitute}::boolean, ${round}::integer)
        on conflict (notice_id, lower(address), round, organization_id) do update
        set state = 'queued', run_after = 'epoch', first_tried_at = null, last_error = null, is_substitute = excluded.is_substitute
        where notice_deliveries.state = 'withdrawn'`);
    }
  });
}
