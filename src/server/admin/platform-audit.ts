import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { countOne, type Limit } from '#server/store/limits.ts';
import { insertRefusal, platformAuditEntries } from '#server/store/staff/platform-audit.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOf, usualPage } from './lists/list-page.ts';

export const listAudit: AdminHandler<'listAudit'> = async ({ query }, { db }) => {
  const { actor, act, what, outcome, limit = usualPage, cursor: before } = query;
  const rows = await platformAuditEntries(db, { actor, act, what, outcome, before, limit: limit + 1 });
  const page = pageOf(rows, limit, ({ id }) => id);
  const entries = page.rows.map(({ id, at, requestId, ...row }) => ({ ...row, id: String(id), at: secondsOf(at), request_id: requestId }));
  return { data: { entries, next_cursor: page.next_cursor } };
};

/** Per key and hour, the audit log records this many refusals, then only the 100th, 1000th and so on. Unknown keys share one counter. */
export const writtenRefusals: Limit = { name: 'refused_calls', most: 20, seconds: 3600 };

const isWritten = (count: number): boolean => count <= writtenRefusals.most || /^10*$/.test(String(count));

export interface RefusedCall {
  /** ID of the calling key; null if the key is unknown. */
  readonly actor: string | null;
  readonly act: string;
  readonly subject: string;
  readonly requestId: string;
  readonly nowSeconds: number;
}

export const isRefusal = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'unauthenticated');

export async function auditRefusal(
  db: Database,
  { actor, act, subject, requestId, nowSeconds }: RefusedCall,
  error: unknown,
): Promise<void> {
  if (!isRefusal(error)) return;
  const { count } = await countOne(db, writtenRefusals, actor ?? 'unknown');
  if (!isWritten(count)) return;
  const what = error.code === 'unauthenticated' ? 'wrong_key' : 'refused_call';
  const after = { reason: error.message, count_within_an_hour: count };
  await insertRefusal(db, { at: instantOf(nowSeconds), actor, act, requestId, what, subject, after });
}
