import { emailKey } from '#contract/email-address.ts';
import type { Shape } from '#contract/types.ts';
import { noticeKindRules, recipientKinds } from '#server/domain/notices.ts';
import { invoiceRefusal } from '#server/domain/state-steps.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { queueInvoiceEmail } from '#server/billing/notices/invoice-notices.ts';
import { toldSubject } from '#server/notices/messages/all-messages.ts';
import { countResend } from '#server/payments/guards.ts';
import { countInvoiceResend } from '#server/payments/recipients.ts';
import { runIdempotent } from '#server/payments/idempotent-request.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { findInvoice } from '#server/store/invoices/invoices.ts';
import { noticesOf, type ToldNotice } from '#server/store/notices/notice-history.ts';
import { muteKinds, namedRecipients } from '#server/store/notices/notice-settings.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findOrganization, hasOwnInvoices } from '#server/store/organizations.ts';
import type { Handler } from './handler.ts';
import { idempotentRequest, toAnswer } from './idempotent-request.ts';
import { requireOwnInvoices } from './invoices.ts';
import { unixSeconds } from './views/time.ts';

const allKinds = recipientKinds.map((kind) => {
  const { label, isMandatory } = noticeKindRules[kind];
  return { kind, label, mandatory: isMandatory };
});

async function settingsView(db: Database, organizationId: number): Promise<Shape<'NoticeSettings'>> {
  const recipients = await namedRecipients(db, organizationId);
  return {
    kinds: allKinds,
    notice_kinds: recipients.map(({ address, isPrimary, mutedKinds, bouncedAt }) => ({
      address,
      primary: isPrimary,
      bounced_at: bouncedAt && secondsOf(bouncedAt),
      kinds: allKinds.map((kind) => ({ ...kind, wanted: kind.mandatory || !mutedKinds.includes(kind.kind) })),
    })),
  };
}

export const getNoticeSettings: Handler<'getNoticeSettings'> = async (_, { db, organization }) => ({
  data: await settingsView(db, organization.id),
});

const refused = (path: string, message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path, message }] });

export const updateNoticeSettings: Handler<'updateNoticeSettings'> = async ({ body }, { db, organization }) => {
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organization.id);
    const recipients = await namedRecipients(tx, organization.id);
    for (const [place, { address, kinds }] of body.notice_kinds.entries()) {
      const path = `body.notice_kinds.${place}`;
      const known = recipients.find((each) => emailKey(each.address) === emailKey(address));
      if (!known) throw refused(`${path}.address`, 'This address is not a billing recipient');
      const muted = new Set(known.mutedKinds);
      for (const [index, { kind, wanted }] of kinds.entries()) {
        if (!wanted && noticeKindRules[kind].isMandatory)
          throw refused(`${path}.kinds.${index}.wanted`, `"${noticeKindRules[kind].label}" is mandatory: every recipient gets it`);
        if (wanted) muted.delete(kind);
        else muted.add(kind);
      }
      await muteKinds(tx, organization.id, address, [...muted]);
    }
  });
  return { data: await settingsView(db, organization.id) };
};

const noticeView =
  (name: string) =>
  (notice: ToldNotice): Shape<'Notice'> => ({
    id: String(notice.id),
    kind: notice.kind,
    subject: toldSubject(notice, name),
    invoice_id: notice.invoiceId,
    at: unixSeconds(notice.occurredAt),
    deliveries: notice.deliveries.map(({ address, state, attempts, sentAt }) => ({
      address,
      state,
      attempts,
      sent_at: sentAt && unixSeconds(sentAt),
    })),
  });

const pageSize = 50;
const mostOfInvoice = 100;

export const listNotices: Handler<'listNotices'> = async ({ query }, { db, organization }) => {
  const { name } = await findOrganization(db, organization.id);
  const hasInvoices = await hasOwnInvoices(db, organization.id);
  const found = await noticesOf(db, organization.id, { before: query.cursor ?? null, limit: pageSize + 1, hasInvoices });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return { data: { notices: page.map(noticeView(name)), next_cursor: found.length > pageSize && last ? String(last.id) : null } };
};

async function ofInvoice(db: Database, organizationId: number, invoiceId: string): Promise<Shape<'NoticeList'>> {
  const { name } = await findOrganization(db, organizationId);
  return { notices: (await noticesOf(db, organizationId, { invoiceId, limit: mostOfInvoice })).map(noticeView(name)) };
}

export const listInvoiceNotices: Handler<'listInvoiceNotices'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, organization } = scope;
  if (!(await findInvoice(db, organization.id, params.invoice_id))) throw notFound('Invoice');
  return { data: await ofInvoice(db, organization.id, params.invoice_id) };
};

const notSentTexts = {
  draft: 'A draft is not sent: it can still change',
  void: 'A forgiven invoice is not sent: nothing is owed on it',
} as const;

export const sendInvoiceAgain: Handler<'sendInvoiceAgain'> = async ({ params }, scope) => {
  await requireOwnInvoices(scope);
  const { db, paymentContext, organization, nowSeconds, config } = scope;
  const answer = await runIdempotent(paymentContext, idempotentRequest('sendInvoiceAgain', scope, params.invoice_id), {
    begin: async (recordSubject) => {
      const invoice = await findInvoice(db, organization.id, params.invoice_id);
      if (!invoice) throw notFound('Invoice');
      const refusal = invoiceRefusal(invoice.status, 'send', notSentTexts);
      if (refusal) throw new PlatformError('rule_violated', refusal);
      await db.transaction(async (tx) => {
        await lockOrganization(tx, organization.id);
        await countResend(tx, { organizationId: organization.id, what: { invoiceId: invoice.id } });
        await countInvoiceResend(tx, invoice.id, { organizationId: organization.id, limits: config.emailLimits, nowSeconds });
        await queueInvoiceEmail(tx, { organizationId: organization.id, invoiceId: invoice.id }, nowSeconds);
        await recordSubject(tx, invoice.id);
      });
      paymentContext.wake();
      return invoice.id;
    },
    finish: async (id) => {
      const data = await ofInvoice(db, organization.id, id);
      if (!data.notices.some(({ kind }) => kind === 'invoice_issued'))
        throw new PlatformError('rule_violated', 'A partner bills this organization');
      return { status: 200, data };
    },
  });
  return toAnswer<'sendInvoiceAgain'>(answer);
};
