import type { AdminShape } from '#contract/admin/admin-types.ts';
import { staffWords } from '#server/domain/staff/staff-rules.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import type { StaffActionKind } from '#server/database/tables/staff-actions.ts';
import { newId } from '#server/payments/ids.ts';
import { PlatformError } from '#server/platform-error.ts';
import { lockLimits } from '#server/store/staff/approval-limits.ts';
import { insertApproval } from '#server/store/staff/approvals.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { entriesSince, insertStaffAction, placeInLedger, type StaffTarget } from '#server/store/staff-actions.ts';
import type { ActingKey, AdminParts, ChargedInvoice } from './admin-handler.ts';
import { mayActOn } from './authenticate-key.ts';
import { invoiceAnswer } from './staff-invoice-view.ts';
import { allowanceFor } from '#server/billing/approvals/allowance.ts';
import { requireStaffMoney } from './money-state.ts';
import { rehearseWork } from './rehearsal.ts';

type Entries = AdminShape<'StaffLedgerEntry'>[];
type Facts = Readonly<Record<string, unknown>>;

/** What staff ask for, whatever it is. */
export interface StaffInput {
  readonly reason: string;
  readonly reference?: string | null | undefined;
  readonly dry_run?: boolean | undefined;
}

/** An action that is being done, within its transaction and under the organization's lock. */
export interface StaffActionInput<Input> {
  readonly id: string;
  readonly target: StaffTarget;
  readonly input: Input;
  readonly amountCents: number;
  /** What members read of it. */
  readonly words: string;
  readonly at: Date;
}

export interface StaffActionResult<Data> {
  /** The answer, with the entries that were made. */
  readonly data: (entries: Entries) => Data;
  /** What it changed, for the audit log. */
  readonly before: Facts;
  readonly after: Facts;
  /** The invoice that shows it, where that is not the target's. */
  readonly invoiceId?: string | null;
  /** Entries that come later, once the gateway has answered. */
  readonly planned?: Entries;
  /** Fields that a dry run adds to its answer. */
  readonly preview?: Pick<AdminShape<'StaffDryRun'>, 'change'>;
  /** The charge of its invoice follows. */
  readonly isCharged?: true;
}

/** One thing that staff can do to money. */
export interface StaffAct<Input extends StaffInput, Data> {
  readonly kind: StaffActionKind;
  /** @throws {PlatformError} 404 */
  readonly find: (db: Database, subject: string) => Promise<StaffTarget>;
  /** What it moves: the limit of approvals counts it. */
  readonly amountOf: (tx: Database, target: StaffTarget, input: Input, at: Date) => Promise<number>;
  /** The part of the amount that counts for the limits over 24 hours; all of it if absent. */
  readonly countedOf?: (tx: Database, target: StaffTarget, amountCents: number) => Promise<number>;
  /** Names it if its kind does not say enough. */
  readonly nameOf?: (input: Input) => string;
  /**
   * Does it, whole, in the transaction. Facts for others about it (events, notices) are written here too.
   * @throws {PlatformError} where the rules refuse it
   */
  readonly perform: (tx: Database, performing: StaffActionInput<Input>) => Promise<StaffActionResult<Data>>;
}

type Answer<Data> =
  | { readonly data: Data; readonly chargesInvoice?: ChargedInvoice }
  | { readonly data: AdminShape<'StaffDryRun'>; readonly status: 200 }
  | { readonly data: AdminShape<'PendingApproval'>; readonly status: 202 };

interface StaffActionOrder<Input> {
  readonly target: StaffTarget;
  readonly input: Input;
  readonly amountCents: number;
  readonly key: ActingKey;
  readonly at: Date;
  readonly approvalId: string | null;
}

interface StaffActionOutcome<Data> {
  readonly data: Data;
  readonly entries: Entries;
  readonly invoiceId: string | null;
  readonly preview: NonNullable<StaffActionResult<Data>['preview']>;
  readonly chargesInvoice?: ChargedInvoice;
}

const wordsOf = <Input extends StaffInput>({ kind, nameOf }: StaffAct<Input, unknown>, amountCents: number, input: Input): string =>
  staffWords[kind](amountCents, input.reason, nameOf?.(input) ?? '');

/** Does an action and writes down that it was done. The caller holds the organization's lock. */
async function carryOut<Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  { target, input, amountCents, key, at, approvalId }: StaffActionOrder<Input>,
): Promise<StaffActionOutcome<Data>> {
  const id = newId('sa');
  const { reason, reference = null } = input;
  const words = wordsOf(act, amountCents, input);
  const place = await placeInLedger(tx);
  const {
    data,
    before,
    after,
    invoiceId = target.invoiceId,
    planned = [],
    preview = {},
    isCharged,
  } = await act.perform(tx, {
    id,
    target,
    input,
    amountCents,
    words,
    at,
  });
  const made = await entriesSince(tx, target.organizationId, place);
  const entries = [
    ...made.map((entry) => ({ description: entry.description, account: entry.account, amount_cents: entry.amountCents })),
    ...planned,
  ];
  const { organizationId, paymentId } = target;
  const row = {
    id,
    organizationId,
    kind: act.kind,
    invoiceId,
    paymentId,
    amountCents,
    reason,
    reference,
    words,
    keyId: key.id,
    approvalId,
  };
  await insertStaffAction(tx, { ...row, before, after, createdAt: at });
  return {
    data: data(entries),
    entries,
    invoiceId,
    preview,
    ...(isCharged && invoiceId ? { chargesInvoice: { organizationId, invoiceId } } : {}),
  };
}

const answerOf = <Data>({ data, chargesInvoice }: StaffActionOutcome<Data>) => ({ data, ...(chargesInvoice ? { chargesInvoice } : {}) });

/** Does an action as it would be done, and leaves nothing of it. @throws {PlatformError} where the rules refuse it */
const preview = <Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  carrying: StaffActionOrder<Input>,
  needsApproval: boolean,
): Promise<AdminShape<'StaffDryRun'>> =>
  rehearseWork(tx, async (inner) => {
    const { target, amountCents, input } = carrying;
    const { entries, invoiceId, preview: more } = await carryOut(inner, act, carrying);
    return {
      dry_run: true,
      needs_approval: needsApproval,
      amount_cents: amountCents,
      words: wordsOf(act, amountCents, input),
      entries,
      ...more,
      ...(invoiceId === null ? {} : { invoice: await invoiceAnswer(inner, target, invoiceId) }),
    };
  });

/**
 * Does what staff ask for, rehearses it, or writes it down for another person to allow.
 * @throws {PlatformError} where the rules refuse it: also what would wait for an approval
 */
export function doStaffAction<Input extends StaffInput, Data>(
  act: StaffAct<Input, Data>,
  subject: string,
  input: Input,
  { db, key, nowSeconds }: AdminParts,
): Promise<Answer<Data>> {
  const at = instantOf(nowSeconds);
  return db.transaction(async (tx): Promise<Answer<Data>> => {
    const target = await act.find(tx, subject);
    if (!mayActOn(key, target.slug)) throw new PlatformError('forbidden', 'Your key is not for the organization that this is about');
    await lockOrganization(tx, target.organizationId);
    const amountCents = await act.amountOf(tx, target, input, at);
    const carrying = { target, input, amountCents, key, at, approvalId: null };
    const { organizationId } = target;
    const { kind } = act;
    if (input.dry_run !== true) await requireStaffMoney(tx, at);
    const countedCents = (await act.countedOf?.(tx, target, amountCents)) ?? amountCents;
    const { exceeds, approvers } = await allowanceFor(tx, { keyId: key.id, kind, organizationId, amountCents, countedCents, at });
    const needsApproval = exceeds !== null;
    if (input.dry_run === true) return { data: await preview(tx, act, carrying, needsApproval), status: 200 };
    if (!needsApproval) return answerOf(await carryOut(tx, act, carrying));
    await preview(tx, act, carrying, needsApproval);
    const id = newId('apr');
    const approvalRequest = {
      id,
      organizationId,
      kind,
      subject,
      input: { ...input } as Record<string, unknown>,
      amountCents,
      reason: input.reason,
      approvers: [...approvers],
    };
    await insertApproval(tx, { ...approvalRequest, requestedBy: key.id, requestedAt: at });
    return { data: { approval: { id, status: 'pending' } }, status: 202 };
  });
}

type ApprovedOrder<Input> = Omit<StaffActionOrder<Input>, 'target'> & { readonly subject: string };

/** Rehearses what was requested, as it would be done now. */
export async function previewRequested<Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  { subject, ...order }: ApprovedOrder<Input>,
): Promise<AdminShape<'StaffDryRun'>> {
  const target = await act.find(tx, subject);
  await lockOrganization(tx, target.organizationId);
  return preview(tx, act, { ...order, approvalId: null, target }, true);
}

/** Does what was allowed, as it was asked for. The caller's transaction decides the approval too. */
export async function doApproved<Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  { subject, input, amountCents, approvalId, at, key }: ApprovedOrder<Input>,
): Promise<{ readonly data: Data; readonly chargesInvoice?: ChargedInvoice }> {
  const target = await act.find(tx, subject);
  await lockOrganization(tx, target.organizationId);
  await requireStaffMoney(tx, at);
  await lockLimits(tx);
  const nowCents = await act.amountOf(tx, target, input, at);
  if (nowCents > amountCents)
    throw new PlatformError('conflict', 'The amount is now higher than requested; refuse this request and make a new one');
  return answerOf(await carryOut(tx, act, { target, input, amountCents: nowCents, key, at, approvalId }));
}
