import { emailKey } from '#contract/email-address.ts';
import { eq } from 'drizzle-orm';
import type { NoticeKind } from '#server/domain/notices.ts';
import type { Database } from '#server/database/database.ts';
import { noticeAddresses } from '#server/database/tables/notices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { mailboxKey } from './notices.ts';

export interface NamedRecipient {
  readonly address: string;
  readonly isPrimary: boolean;
  readonly mutedKinds: readonly NoticeKind[];
  readonly bouncedAt: Date | null;
}

export async function namedRecipients(db: Database, organizationId: number): Promise<NamedRecipient[]> {
  const [[organization], known] = await Promise.all([
    db
      .select({ primary: organizations.billingEmail, others: organizations.additionalBillingEmails })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
    db.select().from(noticeAddresses).where(eq(noticeAddresses.organizationId, organizationId)),
  ]);
  if (!organization) throw new Error(`There is no organization ${organizationId}`);
  const found = new Map<string, NamedRecipient>();
  for (const [place, address] of [organization.primary ?? '', ...organization.others].entries()) {
    const key = emailKey(address);
    if (address === '' || found.has(key)) continue;
    const row = known.find((each) => emailKey(each.address) === key);
    found.set(key, { address, isPrimary: place === 0, mutedKinds: row?.mutedKinds ?? [], bouncedAt: row?.bouncedAt ?? null });
  }
  return [...found.values()];
}

/** The caller must hold the organization lock. */
export async function muteKinds(tx: Database, organizationId: number, address: string, mutedKinds: readonly NoticeKind[]): Promise<void> {
  const set = { mutedKinds: [...mutedKinds] };
  const key = await mailboxKey(tx, organizationId, address);
  await tx
    .insert(noticeAddresses)
    .values({ organizationId, address: key, ...set })
    .onConflictDoUpdate({ target: [noticeAddresses.organizationId, noticeAddresses.address], set });
}
