/**
 * States of changes, top-ups and payments, and the steps between them. The database refuses every other step, by the
 * same table (a test compares the two).
 */

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

/** failed: the gateway could not deliver it, and the money is here again. */
export type RefundState = 'pending' | 'succeeded' | 'failed';

export type DisputeState = 'open' | 'won' | 'lost';

/** Of money that needs a second person's word. */
export type ApprovalState = 'pending' | 'approved' | 'refused';

type Steps<S extends string> = Readonly<Record<S, readonly S[]>>;

export const changeSteps: Steps<ChangeState> = {
  open: ['scheduled', 'applied', 'failed', 'canceled', 'expired'],
  scheduled: ['applied', 'canceled'],
  applied: [],
  failed: [],
  canceled: [],
  expired: [],
};

export const topUpSteps: Steps<TopUpState> = { open: ['credited', 'failed', 'canceled'], credited: [], failed: [], canceled: [] };

export const refundSteps: Steps<RefundState> = { pending: ['succeeded', 'failed'], succeeded: ['failed'], failed: [] };

/** A bank may still return the money of a lost dispute. */
export const disputeSteps: Steps<DisputeState> = { open: ['won', 'lost'], won: [], lost: ['won'] };

export const approvalSteps: Steps<ApprovalState> = { pending: ['approved', 'refused'], approved: [], refused: [] };

const ends = ['succeeded', 'failed', 'canceled'] as const;

export const paymentSteps: Steps<PaymentState> = {
  sending: ['requires_action', 'requires_method', 'processing', ...ends],
  requires_action: ['requires_method', 'processing', ...ends],
  requires_method: ['requires_action', 'processing', ...ends],
  processing: ['requires_action', 'requires_method', ...ends],
  succeeded: [],
  failed: [],
  canceled: [],
};

export const liveStates: readonly PaymentState[] = ['sending', 'requires_action', 'requires_method', 'processing'];

/** Whether a payment can still take a step: its end is not known. */
export const isLive = (state: PaymentState): boolean => liveStates.includes(state);
