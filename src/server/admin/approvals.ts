import type { AdminShape } from '#contract/admin/admin-types.ts';
import { approverFault, COMMAND, type ApproverFault } from '#server/domain/staff/staff-rules.ts';
import { approvalSteps, canMove, type ApprovalState } from '#server/domain/state-steps.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import {
  decideApproval,
  findApproval,
  keyOrigins,
  listApprovals as readApprovals,
  lockApproval,
  type ApprovalRow,
} from '#server/store/staff-actions.ts';
import type { ActingKey, AdminHandler } from './admin-handler.ts';
import { goodwillCredit, invoiceCreditNote } from './credit-acts.ts';
import { forgiveAct, retryAct, writeOffAct } from './invoice-acts.ts';
import { planChangeAct } from './plan-change-act.ts';
import { refundAct } from './refund-act.ts';
import { doApproved, type StaffAct } from './staff-action.ts';

type Result = NonNullable<AdminShape<'ApprovalDecided'>['result']>;

const acts: Readonly<Record<StaffActionKind, StaffAct<never, Result>>> = {
  credit: goodwillCredit,
  forgive: forgiveAct,
  write_off: writeOffAct,
  retry: retryAct,
  credit_note: invoiceCreditNote,
  refund: refundAct,
  plan_change: planChangeAct,
};

const approvalView = (row: ApprovalRow): AdminShape<'Approval'> => ({
  id: row.id,
  status: row.state,
  action: row.kind,
  organization: row.slug,
  subject: row.subject,
  amount_cents: row.amountCents,
  reason: row.reason,
  requested_by: row.requestedBy,
  requested_at: secondsOf(row.requestedAt),
  decided_by: row.decidedBy,
  decided_at: row.decidedAt && secondsOf(row.decidedAt),
});

const usualPage = 50;

export const listApprovals: AdminHandler<'listApprovals'> = async ({ query }, { db }) => {
  const { status: state, limit = usualPage, cursor: before } = query;
  const rows = await readApprovals(db, { state, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { data: { approvals: page.map(approvalView), next_cursor: rows.length > limit && last ? String(last.place) : null } };
};

/** Locks an approval that can still be decided. @throws {PlatformError} 404, 409 if it is decided already */
async function requireOpenApproval(tx: Database, id: string, decision: ApprovalState): Promise<ApprovalRow> {
  await lockApproval(tx, id);
  const row = await findApproval(tx, id);
  if (!row) throw notFound('Approval');
  if (!canMove(approvalSteps, row.state, decision)) throw new PlatformError('conflict', `This was ${row.state} already`);
  return row;
}

const faults: Readonly<Record<ApproverFault, string>> = {
  own_request: 'This key made the request; a key of another owner must approve it',
  same_owner: 'This key has the same owner as the key that made the request; a key of another owner must approve it',
  made_by_requester: 'The requester made this key; a key that somebody else made must approve it',
};

/** @throws {PlatformError} 403 saying what is wrong with the key */
async function requireApprover(tx: Database, { id }: ActingKey, { approvers, requestedBy }: ApprovalRow): Promise<void> {
  if (approvers.includes(id)) return;
  if (id === COMMAND)
    throw new PlatformError('forbidden', 'The command has no owner; set BILLING_KEY to a key whose owner did not make the request');
  const keys = await keyOrigins(tx);
  const approverKey = keys.find((key) => key.id === id);
  const fault = approverKey && approverFault(approverKey, requestedBy, keys);
  throw new PlatformError('forbidden', fault ? faults[fault] : 'This key was made after the request; an older key must approve it');
}

export const approveRequest: AdminHandler<'approveRequest'> = ({ params }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const row = await requireOpenApproval(tx, params.approval_id, 'approved');
    await requireApprover(tx, key, row);
    const at = instantOf(nowSeconds);
    await decideApproval(tx, row, { state: 'approved', decidedBy: key.id, decidedAt: at });
    const { subject, amountCents, id: approvalId } = row;
    // It was validated when it was asked for.
    const input = row.input as never;
    const { data: result, ...more } = await doApproved<never, Result>(tx, acts[row.kind], {
      subject,
      input,
      amountCents,
      approvalId,
      at,
      key,
    });
    return { data: { approval: await viewOf(tx, row.id), result }, ...more };
  });

export const refuseRequest: AdminHandler<'refuseRequest'> = ({ params }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const row = await requireOpenApproval(tx, params.approval_id, 'refused');
    await decideApproval(tx, row, { state: 'refused', decidedBy: key.id, decidedAt: instantOf(nowSeconds) });
    return { data: { approval: await viewOf(tx, row.id) } };
  });

async function viewOf(tx: Database, id: string): Promise<AdminShape<'Approval'>> {
  const row = await findApproval(tx, id);
  if (!row) throw notFound('Approval');
  return approvalView(row);
}
