import type { GatewayPayment, GatewayPaymentMethod, GatewaySetup } from '#server/gateway/gateway-objects.ts';
import type { GatewayError, GatewayResult } from '#server/gateway/gateway-result.ts';
import type { SeenMethod } from '#server/store/payment-methods.ts';

/** A card of the gateway as it is noted. */
export const seenMethod = ({ id, card, createdSeconds }: GatewayPaymentMethod): SeenMethod => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  card: card && { brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
  addedAt: new Date(createdSeconds * 1000),
});

/** What the gateway knows of a payment, in the platform's terms. */
export type Outcome =
  | { readonly state: 'succeeded'; readonly intentId: string; readonly amountCents: number; readonly methodId: string | null }
  | {
      readonly state: 'processing' | 'requires_action' | 'requires_method';
      /** Null for a payment page without a payment attempt. */
      readonly intentId: string | null;
      readonly secret: string | null;
      readonly code: string | null;
      readonly declineCode: string | null;
      /** Names the decline that it has come from; null where there was none. */
      readonly declineId: string | null;
    }
  /** The card was refused; nothing was charged. */
  | { readonly state: 'failed'; readonly intentId: string | null; readonly code: string | null; readonly declineCode: string | null }
  | { readonly state: 'canceled'; readonly intentId: string | null };

const states = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_capture: 'processing',
  requires_action: 'requires_action',
  requires_confirmation: 'requires_method',
  requires_payment_method: 'requires_method',
  canceled: 'canceled',
} as const;

/** A payment as it was read. */
export function outcomeOf(payment: GatewayPayment): Outcome {
  const state = states[payment.status];
  const { id: intentId, clientSecret: secret, lastFailure } = payment;
  if (state === 'succeeded') return { state, intentId, amountCents: payment.amountReceivedCents, methodId: payment.paymentMethodId };
  if (state === 'canceled') return { state, intentId };
  const { code = null, declineCode = null } = lastFailure ?? {};
  const declineId = lastFailure && `${payment.latestChargeId ?? ''}:${lastFailure.paymentMethodId ?? ''}`;
  return { state, intentId, secret, code, declineCode, declineId };
}

/** A card that is set up for a change that charges nothing, as it was read. */
export function outcomeOfSetup({ id: intentId, status, clientSecret: secret, paymentMethodId, lastFailure }: GatewaySetup): Outcome {
  const state = states[status];
  if (state === 'succeeded') return { state, intentId, amountCents: 0, methodId: paymentMethodId };
  if (state === 'canceled') return { state, intentId };
  const { code = null, declineCode = null } = lastFailure ?? {};
  return { state, intentId, secret, code, declineCode, declineId: declineOfSetup(lastFailure) };
}

/** Names a decline of a setup: the same card twice is one. */
export const declineOfSetup = (failure: GatewaySetup['lastFailure']): string | null =>
  failure && (failure.paymentMethodId ?? failure.code ?? '');

/** It took no money, and no other card will be given for it. */
const refused = ({ id: intentId, lastFailure }: GatewayPayment): Outcome => ({
  state: 'failed',
  intentId,
  code: lastFailure?.code ?? null,
  declineCode: lastFailure?.declineCode ?? null,
});

/** The payment of a closed page: a decline on it is final, for no other card can follow. */
export function outcomeOfClosedPage(payment: GatewayPayment): Outcome {
  const outcome = outcomeOf(payment);
  return outcome.state === 'requires_method' || outcome.state === 'canceled' ? refused(payment) : outcome;
}

/**
 * What the answer to a charge says for certain; null where it leaves the outcome open. A refused charge ends its attempt: its
 * intent is canceled, so that it can't be confirmed later.
 */
export function outcomeOfCharge(result: GatewayResult<GatewayPayment>): Outcome | null {
  if (!result.ok) return outcomeOfError(result.error);
  const outcome = outcomeOf(result.value);
  return outcome.state === 'requires_method' ? refused(result.value) : outcome;
}

function outcomeOfError(error: GatewayError): Outcome | null {
  switch (error.kind) {
    case 'declined':
      return { state: 'failed', intentId: error.payment?.id ?? null, code: error.code, declineCode: error.declineCode };
    case 'requires_action':
      return { state: 'failed', intentId: error.payment?.id ?? null, code: 'authentication_required', declineCode: null };
    case 'unexpected_state':
      return error.payment ? outcomeOf(error.payment) : null;
    case 'invalid_request':
      // A key that was used for something else says nothing of what happened under it.
      return error.code === 'idempotency_error'
        ? null
        : { state: 'failed', intentId: null, code: error.code ?? 'invalid_request', declineCode: null };
    case 'not_found':
      return { state: 'failed', intentId: null, code: 'resource_missing', declineCode: null };
    default:
      return null;
  }
}
