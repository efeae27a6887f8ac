import type { GatewayPayment, GatewayPaymentMethod, GatewaySetup } from '#server/gateway/gateway-objects.ts';
import type { GatewayError, GatewayResult } from '#server/gateway/gateway-result.ts';
import type { SeenMethod } from '#server/store/payment-methods.ts';

export const seenMethod = ({ id, card, createdSeconds }: GatewayPaymentMethod): SeenMethod => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  card: card && { brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
  addedAt: new Date(createdSeconds * 1000),
});

export type Outcome =
  | { readonly state: 'succeeded'; readonly intentId: string; readonly amountCents: number; readonly methodId: string | null }
  | {
      readonly state: 'processing' | 'requires_action' | 'requires_method';
      /** Null until somebody tries to pay on the payment page. */
      readonly intentId: string | null;
      readonly secret: string | null;
      readonly code: string | null;
      readonly declineCode: string | null;
      /** Null if no decline led to this state. */
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

export function outcomeOf(payment: GatewayPayment): Outcome {
  const state = states[payment.status];
  const { id: intentId, clientSecret: secret, lastFailure } = payment;
  if (state === 'succeeded') return { state, intentId, amountCents: payment.amountReceivedCents, methodId: payment.paymentMethodId };
  if (state === 'canceled') return { state, intentId };
  const { code = null, declineCode = null } = lastFailure ?? {};
  const declineId = lastFailure && `${payment.latestChargeId ?? ''}:${lastFailure.paymentMethodId ?? ''}`;
  return { state, intentId, secret, code, declineCode, declineId };
}

export function outcomeOfSetup({ id: intentId, status, clientSecret: secret, paymentMethodId, lastFailure }: GatewaySetup): Outcome {
  const state = states[status];
  if (state === 'succeeded') return { state, intentId, amountCents: 0, methodId: paymentMethodId };
  if (state === 'canceled') return { state, intentId };
  const { code = null, declineCode = null } = lastFailure ?? {};
  return { state, intentId, secret, code, declineCode, declineId: declineOfSetup(lastFailure) };
}

/** Repeated declines of the same card have the same ID and count once. */
export const declineOfSetup = (failure: GatewaySetup['lastFailure']): string | null =>
  failure && (failure.paymentMethodId ?? failure.code ?? '');

const refused = ({ id: intentId, lastFailure }: GatewayPayment): Outcome => ({
  state: 'failed',
  intentId,
  code: lastFailure?.code ?? null,
  declineCode: lastFailure?.declineCode ?? null,
});

/** A decline is final, because the payer cannot try another card. */
export function outcomeOfClosedPage(payment: GatewayPayment): Outcome {
  const outcome = outcomeOf(payment);
  return outcome.state === 'requires_method' || outcome.state === 'canceled' ? refused(payment) : outcome;
}

/** Null if the response is unclear. A decline is final: the caller cancels the intent. */
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
      // The key was used for another request, so this response does not show whether the charge was made.
      return error.code === 'idempotency_error'
        ? null
        : { state: 'failed', intentId: null, code: error.code ?? 'invalid_request', declineCode: null };
    case 'not_found':
      return { state: 'failed', intentId: null, code: 'resource_missing', declineCode: null };
    default:
      return null;
  }
}
