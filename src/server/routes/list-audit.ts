import type { Shape } from '#contract/types.ts';
import { auditOf } from '#server/store/audit.ts';
import type { Handler } from './handler.ts';
import { unixSeconds } from './views/time.ts';

type Entry = Shape<'AuditLog'>['entries'][number];

const pageSize = 50;

export const listAudit: Handler<'listAudit'> = async ({ query }, { db, organization }) => {
  const found = await auditOf(db, organization.id, query.cursor ?? null, pageSize + 1);
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  const entries = page.map(({ id, at, username, call, requestId, what, subject, before, after }) => ({
    id: String(id),
    at: unixSeconds(at),
    actor: username,
    call,
    request_id: requestId,
    what: what as Entry['what'],
    subject,
    before,
    after,
  }));
  return { data: { entries, next_cursor: found.length > pageSize && last ? String(last.id) : null } };
};
