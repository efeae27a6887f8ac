import { z } from 'zod/mini';
import { Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { NoticeDelivery, NoticeKind } from '#contract/shapes/notices.ts';

/** What an organization was told, with what became of each mail. */
export const AdminNotice = z.strictObject({
  id: z.string(),
  kind: NoticeKind,
  subject: z.string(),
  invoice_id: z.nullable(z.string()),
  at: UnixSeconds,
  deliveries: z.array(NoticeDelivery),
});

export const AdminNoticePage = z.strictObject({ notices: z.array(AdminNotice), next_cursor: z.nullable(z.string()) });

export const AdminNoticesQuery = z.strictObject({
  cursor: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a cursor of this call')), z.transform(Number))),
});

export const AdminNoticeParams = z.strictObject({
  slug: Slug,
  notice_id: z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a notice')),
});
