import { z } from 'zod/mini';
import { Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { NoticeDelivery, NoticeKind } from '#contract/shapes/notices.ts';
import { nextCursor, numberedPageFields, timeFields } from './page-shapes.ts';

/** Maximum characters of a delivery report, which can contain the whole original email. */
const mostLetters = 900_000;

/** Emails to an organization, with the state of each delivery. */
export const AdminNotice = z.strictObject({
  id: z.string(),
  organization: Slug,
  kind: NoticeKind,
  subject: z.string(),
  invoice_id: z.nullable(z.string()),
  at: UnixSeconds,
  deliveries: z.array(NoticeDelivery),
});

/** `from` and `until` apply to the time of the notice. */
export const AdminNoticesQuery = z.strictObject({ ...numberedPageFields, ...timeFields, kind: z.optional(NoticeKind) });

export const ListedNotice = z.omit(AdminNotice, { deliveries: true });

export const AllNoticesPage = z.strictObject({ notices: z.array(ListedNotice), ...nextCursor });

export const AdminNoticePage = z.strictObject({ notices: z.array(AdminNotice), ...nextCursor });

/** An email that a mail server rejected permanently. */
export const RefusedEmail = z.strictObject({
  notice_id: z.string(),
  organization: Slug,
  kind: NoticeKind,
  at: UnixSeconds,
  address: z.string(),
  attempts: z.int(),
  /** Error code, for example 554 5.7.1 from a mail server. */
  error: z.nullable(z.string()),
});

export const RefusedEmailPage = z.strictObject({ refused_emails: z.array(RefusedEmail), ...nextCursor });

/** A delivery status notification as received from a mail server. */
export const BounceInput = z.strictObject({
  message: z
    .string()
    .check(z.minLength(1, 'must be an email with its headers'), z.maxLength(mostLetters, `must have at most ${mostLetters} characters`)),
});

/** Result for each recipient in the report; empty if the message is not a delivery report. */
export const BounceOutcome = z.strictObject({
  recipients: z.array(
    z.strictObject({
      address: z.string(),
      /** Status code in the report, for example 5.1.1. */
      status: z.string(),
      /**
       * ignored: the email was only delayed, or was delivered in the end. unknown: no such email was sent to that address in the last 14
       * days.
       */
      outcome: z.enum(['bounced', 'refused', 'ignored', 'unknown']),
      organization: z.nullable(z.string()),
      notice_id: z.nullable(z.string()),
    }),
  ),
});

export const AdminNoticeParams = z.strictObject({
  slug: Slug,
  notice_id: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a notice')),
});
