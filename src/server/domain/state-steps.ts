/** The database enforces the same transitions, except for invoices; a test compares them. */
import type { Invoice } from '#contract/types.ts';
import { DomainError } from './errors.ts';

/** open: awaits payment. scheduled: takes effect at the end of the cycle. The other states are final. */
export type ChangeState = 'open' | 'scheduled' | 'applied' | 'failed' | 'canceled' | 'expired';

export type ChangeFailure = 'price_changed' | 'cycle_ended' | 'same_plan';

export type TopUpState = 'open' | 'credited' | 'failed' | 'canceled';

/** sending: gateway response not stored yet. requires_action: the payer must pass a challenge or payment page. */
export type PaymentState = 'sending' | 'requires_action' | 'requires_method' | 'processing' | 'succeeded' | 'failed' | 'canceled';

/** failed: the bank returned the refund, so the amount is back on the platform's account. */
export type RefundState = 'pending' | 'succeeded' | 'failed';

export type DisputeState = 'open' | 'won' | 'lost';

/** withdrawn: the key of the requester was revoked. expired: the request or the key expired. */
export type ApprovalState = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'expired';

export type StateSteps<S extends string> = Readonly<Record<S, readonly S[]>>;

export const canMove = <S extends string>(steps: StateSteps<S>, from: S, to: S): boolean => steps[from].includes(to);

export const isFinal = <S extends string>(steps: StateSteps<S>, state: S): boolean => steps[state].length === 0;

export const statesBefore = <S extends string>(steps: StateSteps<S>, to: S): S[] =>
  (Object.keys(steps) as S[]).filter((from) => canMove(steps, from, to));

/** @throws {DomainError} `no_such_step` if the table has no transition between the two states */
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

/** A bank can still return the money of a lost dispute. */
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

export const liveStates: readonly PaymentState[] = (Object.keys(paymentSteps) as PaymentState[]).filter(
  (state) => !isFinal(paymentSteps, state),
);

export const isLive = (state: PaymentState): boolean => !isFinal(paymentSteps, state);

export type InvoiceStatus = Invoice['status'];

/**
 * `retry` charges the default card, `send` queues the email again, `correct` replaces the buyer, `write_off` ends collection, `forgive`
 * cancels the debt.
 */
export type InvoiceAct = 'finalize' | 'pay' | 'retry' | 'credit' | 'write_off' | 'forgive' | 'send' | 'correct';

const ofUnpaid = { pay: ['paid'], retry: ['paid'], forgive: ['void', 'paid'] } as const;
const ofOpen = { ...ofUnpaid, write_off: ['uncollectible', 'paid'] } as const;

export const invoiceSteps: Readonly<Record<InvoiceStatus, Readonly<Partial<Record<InvoiceAct, readonly InvoiceStatus[]>>>>> = {
  draft: { finalize: ['open', 'issued', 'paid'] },
  open: { ...ofOpen, credit: ['open', 'paid'], send: ['open'], correct: ['open', 'paid'] },
  issued: { ...ofOpen, credit: ['issued', 'paid'], send: ['issued'], correct: ['issued', 'paid'] },
  uncollectible: { ...ofUnpaid, credit: ['uncollectible', 'paid'], send: ['uncollectible'], correct: ['uncollectible', 'paid'] },
  paid: { credit: ['paid'], send: ['paid'], correct: ['paid'] },
  void: {},
};

const statuses = Object.keys(invoiceSteps) as InvoiceStatus[];

const allowsAct = (status: InvoiceStatus, act: InvoiceAct): boolean => invoiceSteps[status][act] !== undefined;

export const statusesThatAllow = (act: InvoiceAct): InvoiceStatus[] => statuses.filter((status) => allowsAct(status, act));

export const isDraft = (status: InvoiceStatus): boolean => allowsAct(status, 'finalize');

/** The amount due can still be zero. */
export const canBePaid = (status: InvoiceStatus): boolean => allowsAct(status, 'pay');

export const collectedStatuses: readonly InvoiceStatus[] = statusesThatAllow('write_off');

export const isCollected = (status: InvoiceStatus): boolean => collectedStatuses.includes(status);

export const awaitsPayment = (state: ChangeState): boolean => canMove(changeSteps, state, 'expired');

/** True for a change that was paid or needed no payment: in effect now, or from the end of the cycle. */
export const isAgreed = (state: ChangeState): boolean =>
  state === 'applied' || (canMove(changeSteps, state, 'applied') && !awaitsPayment(state));

type StatusTexts = Readonly<Record<InvoiceStatus, string>>;

const whyNot: StatusTexts = {
  draft: 'This invoice is still a draft',
  open: 'This invoice is open',
  issued: 'This invoice is issued',
  uncollectible: 'This invoice is written off already',
  paid: 'This invoice is paid: nothing is owed on it',
  void: 'This invoice is forgiven: nothing is owed on it',
};

/**
 * @returns the reason for the refusal, without a full stop; null if the action is allowed
 * @param texts reasons that replace the default reasons; the default reasons are written for staff
 */
export const invoiceRefusal = (status: InvoiceStatus, act: InvoiceAct, texts: Partial<StatusTexts> = {}): string | null =>
  allowsAct(status, act) ? null : (texts[status] ?? whyNot[status]);

/** @throws {DomainError} `no_such_step` if the action does not allow this transition */
export function invoiceStatusAfter<S extends InvoiceStatus>(status: InvoiceStatus, act: InvoiceAct, after: S): S {
  if (!invoiceSteps[status][act]?.includes(after))
    throw new DomainError('no_such_step', 'status', `${act} can't turn an invoice from ${status} to ${after}`);
  return after;
}
