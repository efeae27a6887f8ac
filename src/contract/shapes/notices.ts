import { z } from 'zod/mini';
import { additionalEmailsLimit } from '#contract/limits.ts';
import { InvoiceId, UnixSeconds } from './common.ts';
import { EmailAddress } from '#contract/email-address.ts';

export const NoticeKind = z.enum([
  'invoice_issued',
  'receipt',
  'payment_failed',
  'last_notice',
  'restricted',
  'restored',
  'card_expiring',
  'change_applied',
  'change_refunded',
  'refund_issued',
  'dispute_opened',
  'dispute_closed',
  'late_usage',
  'po_missing',
  'buyer_corrected',
  'organization_closed',
  'budget_crossed',
  'credit_low',
  'price_change',
  'details_changed',
  'token_created',
  'proposal_made',
  'confirm_address',
]);

/** `wanted` is always true for a mandatory kind. */
export const NoticeChoice = z.strictObject({ kind: NoticeKind, label: z.string(), mandatory: z.boolean(), wanted: z.boolean() });

export const NoticeAddress = z.strictObject({
  address: z.string(),
  /** True for the organization's billing email. */
  primary: z.boolean(),
  /** Time at which email to the address began to bounce; null if email is delivered. */
  bounced_at: z.nullable(UnixSeconds),
  kinds: z.array(NoticeChoice),
});

/** All kinds, and the choices of each recipient. Without recipients, members with write permission get all kinds. */
export const NoticeSettings = z.strictObject({
  kinds: z.array(z.strictObject({ kind: NoticeKind, label: z.string(), mandatory: z.boolean() })),
  notice_kinds: z.array(NoticeAddress),
});

/** Omitted addresses and kinds keep their choices. */
export const NoticeSettingsUpdate = z.strictObject({
  notice_kinds: z
    .array(
      z.strictObject({
        address: EmailAddress,
        primary: z.optional(z.boolean()),
        bounced_at: z.optional(z.nullable(UnixSeconds)),
        kinds: z
          .array(
            z.strictObject({ kind: NoticeKind, label: z.optional(z.string()), mandatory: z.optional(z.boolean()), wanted: z.boolean() }),
          )
          .check(z.maxLength(NoticeKind.options.length, `must hold at most ${NoticeKind.options.length} kinds`)),
      }),
    )
    .check(z.maxLength(additionalEmailsLimit + 1, `must hold at most ${additionalEmailsLimit + 1} addresses`)),
});

export const NoticeDelivery = z.strictObject({
  address: z.string(),
  /** refused: the mail server rejects this email. bounced: email to the address is returned. withdrawn: it was outdated before delivery. */
  state: z.enum(['queued', 'sent', 'refused', 'bounced', 'withdrawn']),
  attempts: z.int(),
  sent_at: z.nullable(UnixSeconds),
});

export const Notice = z.strictObject({
  id: z.string(),
  kind: NoticeKind,
  subject: z.string(),
  invoice_id: z.nullable(InvoiceId),
  at: UnixSeconds,
  deliveries: z.array(NoticeDelivery),
});

/** Newest first. */
export const NoticeList = z.strictObject({ notices: z.array(Notice) });

export const NoticePage = z.strictObject({ notices: z.array(Notice), next_cursor: z.nullable(z.string()) });

export const NoticesQuery = z.strictObject({
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a cursor of this call')), z.transform(Number))),
});
