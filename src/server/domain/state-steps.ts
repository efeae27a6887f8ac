/**
 * States of changes, top-ups, payments, refunds, disputes, approvals and invoices, and the steps between them. What can be done to a
 * record now is computed from its table; the database refuses every other step of the first six by the same tables (a test compares
 * them).
 */
import type { Invoice } from '#contract/types.ts';
import { DomainError } from './errors.ts';

/** open: waits for its payment. scheduled: takes effect at the end of the cycle. The others are final. */
export type ChangeState = 'open' | 'scheduled' | 'applied' | 'failed' | 'canceled' | 'expired';

/** Why a change that was paid could no longer be applied. */
export type ChangeFailure = 'price_changed' | 'cycle_ended' | 'same_plan';

export type TopUpState = 'open' | 'credited' | 'failed' | 'canceled';

/**
 * sending: the gateway has been or is being asked, and its answer is not stored. requires_action: the payer has to pass
 * a challenge or a payment page. requires_method: the payer has to give another card.
 */
export type PaymentState = 'sending' | 'requires_action' | 'requires_method' | 'processing' | 'succeeded' | 'failed' | 'canceled';

/** failed: the refund was returned by the bank; the amount is back on the account. */
export type RefundState = 'pending' | 'succeeded' | 'failed';

export type DisputeState = 'open' | 'won' | 'lost';

/** State of a request that a second person must approve. withdrawn: its key was revoked. expired: its time or its key ended. */
export type ApprovalState = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'expired';

export type StateSteps<S extends string> = Readonly<Record<S, readonly S[]>>;

/** Whether a record in state `from` may move to state `to`. */
export const canMove = <S extends string>(steps: StateSteps<S>, from: S, to: S): boolean => steps[from].includes(to);

/** Whether no step leaves the state. */
export const isFinal = <S extends string>(steps: StateSteps<S>, state: S): boolean => steps[state].length === 0;

/** The states from which a record may move to `to`. */
export const statesBefore = <S extends string>(steps: StateSteps<S>, to: S): S[] =>
  (Object.keys(steps) as S[]).filter((from) => canMove(steps, from, to));

/** @throws {DomainError} `no_such_step` if the table has no step between the two states */
export function requireMove<S extends string>(steps: StateSteps<S>, from: S, to: S): void {
  if (!canMove(steps, from, to)) throw new DomainError('no_such_step', 'state', `${from} can't become ${to}`);
}

export const changeSteps: StateSteps<ChangeState> = {
  open: ['scheduled', 'applied', 'failed', 'canceled', 'expired'],
  scheduled: ['applied', 'canceled'],
  applied: [],
  failed: [],
  canceled: [],
  expired: [],
};

export const topUpSteps: StateSteps<TopUpState> = { open: ['credited', 'failed', 'canceled'], credited: [], failed: [], canceled: [] };

export const refundSteps: StateSteps<RefundState> = { pending: ['succeeded', 'failed'], succeeded: ['failed'], failed: [] };

/** A bank may still return the money of a lost dispute. */
export const disputeSteps: StateSteps<DisputeState> = { open: ['won', 'lost'], won: [], lost: ['won'] };

export const approvalSteps: StateSteps<ApprovalState> = {
  pending: ['approved', 'refused', 'withdrawn', 'expired'],
  approved: [],
  refused: [],
  withdrawn: [],
  expired: [],
};

const ends = ['succeeded', 'failed', 'canceled'] as const;

export const paymentSteps: StateSteps<PaymentState> = {
  sending: ['requires_action', 'requires_method', 'processing', ...ends],
  requires_action: ['requires_method', 'processing', ...ends],
  requires_method: ['requires_action', 'processing', ...ends],
  processing: ['requires_action', 'requires_method', ...ends],
  succeeded: [],
  failed: [],
  canceled: [],
};

/** States of a payment whose outcome is not known yet. */
export const liveStates: readonly PaymentState[] = (Object.keys(paymentSteps) as PaymentState[]).filter(
  (state) => !isFinal(paymentSteps, state),
);

/** Whether the outcome of a payment is not known yet. */
export const isLive = (state: PaymentState): boolean => !isFinal(paymentSteps, state);

export type InvoiceStatus = Invoice['status'];

/**
 * What members, staff and jobs do to an invoice. `retry` charges the default card, `send` queues its email again, `write_off` ends
 * collecting, `forgive` ends the debt.
 */
export type InvoiceAct = 'finalize' | 'pay' | 'retry' | 'credit' | 'write_off' | 'forgive' | 'send';

const ofUnpaid = { pay: ['paid'], retry: ['paid'], forgive: ['void', 'paid'] } as const;
const ofOpen = { ...ofUnpaid, write_off: ['uncollectible', 'paid'] } as const;

/** What can be done to an invoice in each status, and the statuses that it can have afterwards. */
export const invoiceSteps: Readonly<Record<InvoiceStatus, Readonly<Partial<Record<InvoiceAct, readonly InvoiceStatus[]>>>>> = {
  draft: { finalize: ['open', 'issued', 'paid'] },
  open: { ...ofOpen, credit: ['open', 'paid'], send: ['open'] },
  issued: { ...ofOpen, credit: ['issued', 'paid'], send: ['issued'] },
  uncollectible: { ...ofUnpaid, credit: ['uncollectible', 'paid'], send: ['uncollectible'] },
  paid: { credit: ['paid'], send: ['paid'] },
  void: {},
};

const whyNot: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'This invoice is still a draft',
  open: 'This invoice is open',
  issued: 'This invoice is issued',
  uncollectible: 'This invoice is written off already',
  paid: 'This invoice is paid: nothing is owed on it',
  void: 'This invoice is forgiven: nothing is owed on it',
};

/** @returns why an act is refused in this status, as a sentence without its period; null if it is not */
export const invoiceRefusal = (status: InvoiceStatus, act: InvoiceAct): string | null =>
  invoiceSteps[status][act] ? null : whyNot[status];

/**
 * The status of an invoice after an act.
 * @throws {DomainError} `no_such_step` if the table does not have it
 */
export function invoiceStatusAfter<S extends InvoiceStatus>(status: InvoiceStatus, act: InvoiceAct, after: S): S {
  if (!invoiceSteps[status][act]?.includes(after))
    throw new DomainError('no_such_step', 'status', `${act} can't turn an invoice from ${status} to ${after}`);
  return after;
}
