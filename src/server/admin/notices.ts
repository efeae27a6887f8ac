import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { toldSubject } from '#server/notices/messages/all-messages.ts';
import { countResend } from '#server/payments/guards.ts';
import { countStaffResend } from '#server/payments/recipients.ts';
import { notFound } from '#server/platform-error.ts';
import { recordReturnedEmail } from '#server/store/notices/returned-emails.ts';
import { noticesOf, refusedDeliveries, sendNoticeAgain, type ToldNotice } from '#server/store/notices/notice-history.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

const noticeView = (name: string, notice: ToldNotice): AdminShape<'AdminNotice'> => ({
  id: String(notice.id),
  kind: notice.kind,
  subject: toldSubject(notice, name),
  invoice_id: notice.invoiceId,
  at: secondsOf(notice.occurredAt),
  deliveries: notice.deliveries.map(({ address, state, attempts, sentAt }) => ({
    address,
    state,
    attempts,
    sent_at: sentAt && secondsOf(sentAt),
  })),
});

const pageSize = 50;

export const listNotices: AdminHandler<'listNotices'> = async ({ params, query }, { db }) => {
  const { id, name } = await requireOrganization(db, params.slug);
  const found = await noticesOf(db, id, { before: query.cursor ?? null, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    data: { notices: page.map((row) => noticeView(name, row)), next_cursor: found.length > pageSize && last ? String(last.id) : null },
  };
};

export const listRefusedEmails: AdminHandler<'listRefusedEmails'> = async ({ query }, { db }) => {
  const found = await refusedDeliveries(db, { before: query.cursor ?? null, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  const refused = page.map((row) => ({
    notice_id: String(row.noticeId),
    organization: row.organization,
    kind: row.kind,
    at: secondsOf(row.occurredAt),
    address: row.address,
    attempts: row.attempts,
    error: row.lastError,
  }));
  return { data: { refused_emails: refused, next_cursor: found.length > pageSize && last ? String(last.id) : null } };
};

async function requireNotice(db: Database, organizationId: number, noticeId: number): Promise<ToldNotice> {
  const [notice] = await noticesOf(db, organizationId, { before: noticeId + 1, limit: 1 });
  if (notice?.id !== noticeId) throw notFound('Notice');
  return notice;
}

export const resendNotice: AdminHandler<'resendNotice'> = async ({ params }, { db, nowSeconds, emailLimits: limits }) => {
  const { id, name } = await requireOrganization(db, params.slug);
  const noticeId = Number(params.notice_id);
  await db.transaction(async (tx) => {
    await lockOrganization(tx, id);
    const { kind, invoiceId } = await requireNotice(tx, id, noticeId);
    const what = kind === 'invoice_issued' && invoiceId !== null ? { invoiceId } : { noticeId };
    await countResend(tx, { organizationId: id, what });
    await countStaffResend(tx, noticeId, { organizationId: id, limits, nowSeconds });
    await sendNoticeAgain(tx, id, noticeId);
  });
  return { data: noticeView(name, await requireNotice(db, id, noticeId)) };
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
