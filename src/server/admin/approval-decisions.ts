import type { AdminShape } from '#contract/admin/admin-types.ts';
import { approverFault, canonicalOwner, COMMAND, ownersOf, type ApproverFault } from '#server/domain/staff/people.ts';
import { approvalSteps, canMove } from '#server/domain/state-steps.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import type { ApprovedBy } from '#server/database/settings.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { lacksNotice, type PublicationTime } from '#server/billing/price-books/price-notice.ts';
import { findBook } from '#server/store/price-books.ts';
import { rejectRecords } from '#server/billing/usage/held-usage.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { refuseUnapproved, scheduleWaiting } from '#server/store/books/book-checks.ts';
import { hasEnded } from '#server/store/staff/approval-ends.ts';
import { decideApproval, findApproval, lockApproval, type ApprovalRow } from '#server/store/staff/approvals.ts';
import { keyOrigins } from '#server/store/staff-actions.ts';
import type { ActingKey, ChargedInvoice } from './admin-handler.ts';
import { applyLimits } from './approval-limits.ts';
import { isHeldUsage, usageAct, usageCorrectionAct } from './by-effect/held-usage-acts.ts';
import { termsAct } from './by-effect/terms-act.ts';
import { goodwillCredit, invoiceCreditNote } from './credit-acts.ts';
import { forgiveAct, retryAct, writeOffAct } from './invoice-acts.ts';
import { requireStaffMoney } from './money-state.ts';
import { planChangeAct } from './plan-change-act.ts';
import { refundAct } from './refund-act.ts';
import { doApproved, type StaffAct } from './staff-action.ts';

type Result = NonNullable<AdminShape<'ApprovalDecided'>['result']>;

export const staffActs: Readonly<Record<StaffActionKind, StaffAct<never, Result>>> = {
  credit: goodwillCredit,
  forgive: forgiveAct,
  write_off: writeOffAct,
  retry: retryAct,
  credit_note: invoiceCreditNote,
  refund: refundAct,
  plan_change: planChangeAct,
  usage: usageAct,
  usage_correction: usageCorrectionAct,
  terms: termsAct,
};

/** Person or key that decides: an API key, or a staff member with a recent sign-in at the provider. */
export type Decider = { readonly key: ActingKey; readonly approvedBy: ApprovedBy } | { readonly staffEmail: string };

export interface Decision {
  readonly id: string;
  readonly decision: 'approved' | 'refused';
  readonly decider: Decider;
  readonly nowSeconds: number;
  readonly priceNoticeDays: number;
}

interface Decided {
  readonly row: ApprovalRow;
  readonly result?: Result;
  readonly chargesInvoice?: ChargedInvoice;
}

export const staffActor = (email: string): ActingKey => ({ id: `staff:${canonicalOwner(email)}`, name: `staff:${email}`, scopes: [] });

const actorOf = (decider: Decider): ActingKey => ('key' in decider ? decider.key : staffActor(decider.staffEmail));

/**
 * True if API keys may make this decision even if approvals require a sign-in.
 * Keys may refuse any held usage, and may approve held usage that does not lower a bill.
 */
const mayBeDecidedByKeys = ({ kind }: ApprovalRow, decision: Decision['decision']): boolean =>
  kind === 'usage' || (kind === 'usage_correction' && decision === 'refused');

/** Locks an undecided approval request. @throws {PlatformError} 404; 409 if the request is decided or has expired */
async function requireOpenApproval(tx: Database, { id, decision, decider, nowSeconds }: Decision): Promise<ApprovalRow> {
  await lockApproval(tx, id);
  const row = await findApproval(tx, id);
  if (!row) throw notFound('Approval');
  if ('key' in decider && decider.approvedBy === 'provider' && !mayBeDecidedByKeys(row, decision))
    throw new PlatformError('forbidden', 'Staff approve and refuse requests on /staff/approvals, behind the sign-in of the provider');
  if (!canMove(approvalSteps, row.state, decision)) throw new PlatformError('conflict', `This request was already ${row.state}`);
  // The request may have expired although the expiry job has not run yet.
  if (await hasEnded(tx, id, nowSeconds)) throw new PlatformError('conflict', 'This request has already expired');
  return row;
}

const faults: Readonly<Record<ApproverFault, string>> = {
  own_request: 'This key made the request; a key of another owner must approve it',
  same_owner: 'This key has the same owner as the key that made the request; a key of another owner must approve it',
  made_by_requester: 'The requester created this key; a key that someone else created must approve it',
  same_person: 'This key and the key that made the request belong to one person; a key of another person must approve it',
};

/** @throws {PlatformError} 403 with the reason why the key may not approve the request */
async function requireApprovingKey(tx: Database, id: string, row: ApprovalRow): Promise<void> {
  const { approvers, requestedBy } = row;
  if (id === COMMAND)
    throw new PlatformError('forbidden', 'The command has no owner; set BILLING_KEY to a key whose owner did not make the request');
  // Checks the owners again. Keys that were created after the request can show that two owners are the same person.
  const fault = approverFault(id, requestedBy, await keyOrigins(tx));
  if (fault) throw new PlatformError('forbidden', faults[fault]);
  // Only keys that are older than the request are approvers. A request for held usage never expires, so all these keys may be gone.
  // Therefore, a newer key may approve it.
  if (!approvers.includes(id) && !isHeldUsage(row))
    throw new PlatformError('forbidden', 'This key was created after the request; an older key must approve it');
}

/** @throws {PlatformError} 403 if the staff member owns the requesting key, or a key that directly or indirectly created that key */
async function requireApprovingStaff(tx: Database, email: string, { requestedBy }: ApprovalRow): Promise<void> {
  if (ownersOf(requestedBy, await keyOrigins(tx)).has(canonicalOwner(email)))
    throw new PlatformError('forbidden', 'You are responsible for the key that made this request; someone else must approve it');
}

/**
 * Decides a request and performs the approved action in one transaction.
 * @throws {PlatformError} 403, 404, 409, and the errors of the action
 */
export function decideRequest(db: Database, decision: Decision): Promise<Decided> {
  const { decider, nowSeconds, decision: state } = decision;
  return db.transaction(async (tx) => {
    const row = await requireOpenApproval(tx, decision);
    const key = actorOf(decider);
    if (state === 'approved') {
      if ('key' in decider) await requireApprovingKey(tx, key.id, row);
      else await requireApprovingStaff(tx, decider.staffEmail, row);
    }
    const at = instantOf(nowSeconds);
    await decideApproval(tx, row, { state, decidedBy: key.id, decidedAt: at });
    const done = state === 'approved' ? await carryOut(tx, row, key, decision) : await endRefused(tx, row);
    const decided = await findApproval(tx, row.id);
    if (!decided) throw notFound('Approval');
    return { row: decided, ...done };
  });
}

async function endRefused(tx: Database, { kind, organizationId, id }: ApprovalRow): Promise<object> {
  if (kind === 'price_book') await refuseUnapproved(tx);
  if (organizationId !== null && isHeldUsage({ kind })) {
    await lockOrganization(tx, organizationId);
    await rejectRecords(tx, organizationId, id);
  }
  return {};
}

/** @throws {PlatformError} 403 if staff cannot move money; 409 if the version was withdrawn or higher prices get too little notice */
async function scheduleApproved(tx: Database, version: string, time: PublicationTime): Promise<Omit<Decided, 'row'>> {
  await requireStaffMoney(tx, instantOf(time.nowSeconds));
  const book = await findBook(tx, version);
  if (book && (await lacksNotice(tx, book, time)))
    throw new PlatformError(
      'conflict',
      `Price book ${version} raises a price, or lets a later version raise one, without the required notice by now; publish it with a later date`,
    );
  if (!(await scheduleWaiting(tx, version, time.nowSeconds))) throw new PlatformError('conflict', `Price book ${version} was withdrawn`);
  return { result: { version, status: 'scheduled' } };
}

async function carryOut(tx: Database, row: ApprovalRow, key: ActingKey, time: PublicationTime): Promise<Omit<Decided, 'row'>> {
  const at = instantOf(time.nowSeconds);
  const { subject, amountCents, id: approvalId, kind } = row;
  if (kind === 'approval_limits') return { result: await applyLimits(tx, row.input, at) };
  if (kind === 'price_book') return scheduleApproved(tx, subject, time);
  // The input was validated when the request was made.
  const input = row.input as never;
  const { data: result, ...more } = await doApproved<never, Result>(tx, staffActs[kind], {
    subject,
    input,
    amountCents,
    approvalId,
    at,
    key,
  });
  return { result, ...more };
}
