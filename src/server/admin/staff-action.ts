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
import { requirePrinted } from './organization-terms.ts';
import { invoiceAnswer } from './staff-invoice-view.ts';
import { allowanceFor } from '#server/billing/approvals/allowance.ts';
import { requireStaffMoney } from './money-state.ts';
import { rehearseWork } from '#server/database/rehearsal.ts';

type Entries = AdminShape<'StaffLedgerEntry'>[];
type Facts = Readonly<Record<string, unknown>>;

export interface StaffInput {
  readonly reason: string;
  readonly reference?: string | null | undefined;
  readonly dry_run?: boolean | undefined;
}

/** The action runs in a transaction that holds the organization lock. */
export interface StaffActionInput<Input> {
  readonly id: string;
  readonly target: StaffTarget;
  readonly input: Input;
  readonly amountCents: number;
  /** Description that members see. */
  readonly words: string;
  readonly at: Date;
}

export interface StaffActionResult<Data> {
  readonly data: (entries: Entries) => Data;
  readonly before: Facts;
  readonly after: Facts;
  /** ID of the invoice that lists the action; if absent, the target's invoice lists the action. */
  readonly invoiceId?: string | null;
  /** Ledger entries that will be posted after the gateway has responded. */
  readonly planned?: Entries;
  readonly preview?: Pick<AdminShape<'StaffDryRun'>, 'change'>;
  /** Set if the invoice of the action is charged after the commit. */
  readonly isCharged?: true;
}

export interface StaffAct<Input extends StaffInput, Data> {
  readonly kind: StaffActionKind;
  /** @throws {PlatformError} 404 */
  readonly find: (db: Database, subject: string) => Promise<StaffTarget>;
  /** Returns the amount that is compared with the approval limits. */
  readonly amountOf: (tx: Database, target: StaffTarget, input: Input, at: Date) => Promise<number>;
  /** Returns the share of the amount that counts for the 24-hour limits. If this function is absent, the whole amount counts. */
  readonly countedOf?: (tx: Database, target: StaffTarget, amountCents: number) => Promise<number>;
  readonly nameOf?: (input: Input) => string;
  /** Performs the action and queues its events and notices. @throws {PlatformError} if a rule refuses the action */
  readonly perform: (tx: Database, action: StaffActionInput<Input>) => Promise<StaffActionResult<Data>>;
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

/** The caller must hold the organization lock. */
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
  const postedEntries = await entriesSince(tx, target.organizationId, place);
  const entries = [
    ...postedEntries.map((entry) => ({ description: entry.description, account: entry.account, amount_cents: entry.amountCents })),
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

/** Performs an action and rolls it back. @throws {PlatformError} if a rule refuses the action */
const preview = <Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  order: StaffActionOrder<Input>,
  needsApproval: boolean,
): Promise<AdminShape<'StaffDryRun'>> =>
  rehearseWork(tx, async (inner) => {
    const { target, amountCents, input } = order;
    const { entries, invoiceId, preview: more } = await carryOut(inner, act, order);
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

/** Performs a staff action, or requests its approval. @throws {PlatformError} if a rule refuses the action */
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
    requirePrinted([['body.reason', input.reason]]);
    await lockOrganization(tx, target.organizationId);
    const amountCents = await act.amountOf(tx, target, input, at);
    const order = { target, input, amountCents, key, at, approvalId: null };
    const { organizationId } = target;
    const { kind } = act;
    if (input.dry_run !== true) await requireStaffMoney(tx, at);
    const countedCents = (await act.countedOf?.(tx, target, amountCents)) ?? amountCents;
    const { exceeds, approvers } = await allowanceFor(tx, { keyId: key.id, kind, organizationId, amountCents, countedCents, at });
    const needsApproval = exceeds !== null;
    if (input.dry_run === true) return { data: await preview(tx, act, order, needsApproval), status: 200 };
    if (!needsApproval) return answerOf(await carryOut(tx, act, order));
    await preview(tx, act, order, needsApproval);
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

export async function previewRequested<Input extends StaffInput, Data>(
  tx: Database,
  act: StaffAct<Input, Data>,
  { subject, ...order }: ApprovedOrder<Input>,
): Promise<AdminShape<'StaffDryRun'>> {
  const target = await act.find(tx, subject);
  await lockOrganization(tx, target.organizationId);
  return preview(tx, act, { ...order, approvalId: null, target }, true);
}

/** Performs an approved request in the transaction that records the approval. */
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
