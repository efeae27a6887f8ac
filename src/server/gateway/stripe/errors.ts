import Stripe from 'stripe';
import { declineMessage } from '#server/gateway/decline-messages.ts';
import type { GatewayPayment, GatewaySetup } from '#server/gateway/gateway-objects.ts';
import type { GatewayError } from '#server/gateway/gateway-result.ts';
import { toPayment, toSetup } from './objects/payments.ts';
import { UnusablePath } from './transport.ts';

/** Error codes of failed bank challenges. Their outcome is definite, although the gateway does not report them as card errors. */
const authenticationFailures = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure'];

export class UnreadableAnswer extends Error {
  readonly requestId: string | null;

  constructor(message: string, requestId: string | null) {
    super(message);
    this.requestId = requestId;
  }
}

/** An error that is not known to be definite becomes `unknown_outcome`. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof UnreadableAnswer)
    return { kind: 'unknown_outcome', reason: 'unreadable_answer', message: error.message, requestId: error.requestId };
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const requestId = error.requestId ?? null;
  const { message, code = null, param = null } = error;

  if (error instanceof Stripe.errors.StripeConnectionError) {
    const cause: unknown = error.detail;
    if (cause instanceof UnusablePath) return { kind: 'not_found', param: 'id', message: 'No object can have this id.', requestId };
    return { kind: 'unknown_outcome', reason: /timeout/i.test(message) ? 'timeout' : 'connection', message, requestId };
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) return { kind: 'rate_limited', retryAfterSeconds: retryAfter(error), requestId };
  if (error.statusCode === 409) return { kind: 'conflict', code, message, requestId };
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return { kind: 'invalid_request', code: 'idempotency_error', param, message, requestId };
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return { kind: 'not_allowed', message, requestId };
  if (error.rawType === 'card_error' || (code !== null && authenticationFailures.includes(code))) return cardError(error, code, requestId);
  if (error instanceof Stripe.errors.StripeInvalidRequestError || error.statusCode === 402) {
    if (code === 'resource_missing') return { kind: 'not_found', param, message, requestId };
    if (code?.endsWith('_unexpected_state')) return { kind: 'unexpected_state', code, message, payment: paymentOf(error), requestId };
    return { kind: 'invalid_request', code, param, message, requestId };
  }
  return { kind: 'unknown_outcome', reason: (error.statusCode ?? 0) >= 500 ? 'server_error' : 'unreadable_answer', message, requestId };
}

function cardError(error: InstanceType<typeof Stripe.errors.StripeError>, code: string | null, requestId: string | null): GatewayError {
  const declineCode = error.decline_code || null;
  const memberMessage = declineMessage(code, declineCode);
  if (code === 'authentication_required') return { kind: 'requires_action', payment: paymentOf(error), memberMessage, requestId };
  return {
    kind: 'declined',
    code: code ?? 'card_declined',
    declineCode,
    message: error.message,
    memberMessage,
    payment: paymentOf(error),
    setup: setupOf(error),
    requestId,
  };
}

function paymentOf(error: { payment_intent?: unknown }): GatewayPayment | null {
  const read = toPayment.safeParse(error.payment_intent);
  return read.success ? read.data : null;
}

function setupOf(error: { setup_intent?: unknown }): GatewaySetup | null {
  const read = toSetup.safeParse(error.setup_intent);
  return read.success ? read.data : null;
}

/** Seconds to wait; null if the header is absent or contains a date. Gateways send no dates. */
function retryAfter(error: { headers?: Record<string, unknown> | undefined }): number | null {
  const value = Number(error.headers?.['retry-after'] ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
