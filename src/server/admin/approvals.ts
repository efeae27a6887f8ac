import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf } from '#server/database/database.ts';
import { listApprovals as readApprovals, type ApprovalRow } from '#server/store/staff/approvals.ts';
import type { AdminHandler } from './admin-handler.ts';
import { decideRequest } from './approval-decisions.ts';
import { pageOf, usualPage } from './lists/list-page.ts';
import { wordsOfRequest } from './requested-effects.ts';

const approvalView = (row: ApprovalRow): AdminShape<'Approval'> => ({
  id: row.id,
  status: row.state,
  action: row.kind,
  what: wordsOfRequest(row),
  organization: row.slug,
  subject: row.subject,
  amount_cents: row.amountCents,
  reason: row.reason,
  requested_by: row.requestedBy,
  requested_at: secondsOf(row.requestedAt),
  decided_by: row.decidedBy,
  decided_at: row.decidedAt && secondsOf(row.decidedAt),
});

export const listApprovals: AdminHandler<'listApprovals'> = async ({ query }, { db }) => {
  const { status: state, limit = usualPage, cursor: before } = query;
  const rows = await readApprovals(db, { state, before, limit: limit + 1 });
  const page = pageOf(rows, limit, ({ place }) => place);
  return { data: { approvals: page.rows.map(approvalView), next_cursor: page.next_cursor } };
};

export const approveRequest: AdminHandler<'approveRequest'> = async ({ params }, { db, key, approvedBy, nowSeconds, priceNoticeDays }) => {
  const decision = { id: params.approval_id, decision: 'approved', decider: { key, approvedBy }, nowSeconds, priceNoticeDays } as const;
  const { row, result, ...more } = await decideRequest(db, decision);
  return { data: { approval: approvalView(row), ...(result ? { result } : {}) }, ...more };
};

export const refuseRequest: AdminHandler<'refuseRequest'> = async ({ params }, { db, key, approvedBy, nowSeconds, priceNoticeDays }) => {
  const decision = { id: params.approval_id, decision: 'refused', decider: { key, approvedBy }, nowSeconds, priceNoticeDays } as const;
  const { row } = await decideRequest(db, decision);
  return { data: { approval: approvalView(row) } };
};
