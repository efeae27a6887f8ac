import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { toldSubject } from '#server/notices/messages/all-messages.ts';
import { countResend } from '#server/payments/guards.ts';
import { countStaffResend } from '#server/payments/recipients.ts';
import { notFound } from '#server/platform-error.ts';
import { recordReturnedEmail } from '#server/store/notices/returned-emails.ts';
import { noticesOf, noticesOfAll, refusedDeliveries, sendNoticeAgain, type ToldNotice } from '#server/store/notices/notice-history.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { ProvisionedOrganization } from '#server/store/provisioning/organizations.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOf, usualPage } from './lists/list-page.ts';
import { requireOrganization } from './organizations.ts';

type ListedNotice = AdminShape<'ListedNotice'>;
type OrganizationNames = Pick<ProvisionedOrganization, 'slug' | 'name'>;

const listedView = ({ slug, name }: OrganizationNames, notice: Omit<ToldNotice, 'deliveries'>): ListedNotice => ({
  id: String(notice.id),
  organization: slug,
  kind: notice.kind,
  subject: toldSubject(notice, name),
  invoice_id: notice.invoiceId,
  at: secondsOf(notice.occurredAt),
});

const noticeView = (organization: OrganizationNames, notice: ToldNotice): AdminShape<'AdminNotice'> => ({
  ...listedView(organization, notice),
  deliveries: notice.deliveries.map(({ address, state, attempts, sentAt }) => ({
    address,
    state,
    attempts,
    sent_at: sentAt && secondsOf(sentAt),
  })),
});

export const listNotices: AdminHandler<'listNotices'> = async ({ params, query }, { db }) => {
  const organization = await requireOrganization(db, params.slug);
  const { cursor: before = null, limit = usualPage, ...filter } = query;
  const page = pageOf(await noticesOf(db, organization.id, { ...filter, before, limit: limit + 1 }), limit, (row) => row.id);
  return { data: { notices: page.rows.map((row) => noticeView(organization, row)), next_cursor: page.next_cursor } };
};

export const listAllNotices: AdminHandler<'listAllNotices'> = async ({ query }, { db }) => {
  const { cursor: before = null, limit = usualPage, ...filter } = query;
  const page = pageOf(await noticesOfAll(db, { ...filter, before, limit: limit + 1 }), limit, ({ notice }) => notice.id);
  return { data: { notices: page.rows.map((row) => listedView(row, row.notice)), next_cursor: page.next_cursor } };
};

export const listRefusedEmails: AdminHandler<'listRefusedEmails'> = async ({ query }, { db }) => {
  const { cursor: before = null, limit = usualPage } = query;
  const page = pageOf(await refusedDeliveries(db, { before, limit: limit + 1 }), limit, (row) => row.id);
  const refused = page.rows.map((row) => ({
    notice_id: String(row.noticeId),
    organization: row.organization,
    kind: row.kind,
    at: secondsOf(row.occurredAt),
    address: row.address,
    attempts: row.attempts,
    error: row.lastError,
  }));
  return { data: { refused_emails: refused, next_cursor: page.next_cursor } };
};

async function requireNotice(db: Database, organizationId: number, noticeId: number): Promise<ToldNotice> {
  const [notice] = await noticesOf(db, organizationId, { before: noticeId + 1, limit: 1 });
  if (notice?.id !== noticeId) throw notFound('Notice');
  return notice;
}

export const resendNotice: AdminHandler<'resendNotice'> = async ({ params }, { db, nowSeconds, emailLimits: limits }) => {
  const organization = await requireOrganization(db, params.slug);
  const { id } = organization;
  const noticeId = Number(params.notice_id);
  await db.transaction(async (tx) => {
    await lockOrganization(tx, id);
    const { kind, invoiceId } = await requireNotice(tx, id, noticeId);
    const what = kind === 'invoice_issued' && invoiceId !== null ? { invoiceId } : { noticeId };
    await countResend(tx, { organizationId: id, what });
    await countStaffResend(tx, noticeId, { organizationId: id, limits, nowSeconds });
    await sendNoticeAgain(tx, id, noticeId);
  });
  return { data: noticeView(organization, await requireNotice(db, id, noticeId)) };
};

export const reportBounce: AdminHandler<'reportBounce'> = async ({ body }, { db, nowSeconds }) => {
  // Loaded on demand, because the email parser is large and seldom used.
  const { readBounce } = await import('#server/notices/read-bounce.ts');
  const { deliveries, recipients } = await readBounce(body.message);
  const found: AdminShape<'BounceOutcome'>['recipients'] = [];
  for (const { addresses, status, meaning } of recipients) {
    const [address = ''] = addresses;
    const noted =
      meaning === 'ignored' ? null : await recordReturnedEmail(db, { deliveries, addresses, state: meaning, code: status, nowSeconds });
    const outcome = meaning === 'ignored' ? meaning : (noted?.state ?? 'unknown');
    found.push({ address, status, outcome, organization: noted?.slug ?? null, notice_id: noted ? String(noted.noticeId) : null });
  }
  return { data: { recipients: found } };
};
