import Stripe from 'stripe';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { readObject } from './call.ts';
import { toGatewayError } from './errors.ts';
import { toEvent } from './objects/events.ts';

export interface WebhookSecrets {
  /** Signing secret of the webhook endpoint. */
  webhookSecret: string;
  /** Still taken beside it, while a new secret is brought in. */
  previousWebhookSecret?: string | null;
  /** Real time, against which the age of webhook calls is judged; unix milliseconds. */
  realNowMs?: () => number;
}

/** Reads webhook calls that either secret signs. @param realNowMs unix milliseconds, against which their age is judged */
export const webhookReader = (
  stripe: Stripe,
  { webhookSecret, previousWebhookSecret = null, realNowMs = Date.now }: WebhookSecrets,
): Pick<PaymentGateway, 'readWebhook'> => ({
  readWebhook: (body, signature) => {
    try {
      const payload = typeof body === 'string' ? body : Buffer.from(body);
      const signedWith = (secret: string) =>
        stripe.webhooks.constructEvent(payload, signature ?? '', secret, undefined, undefined, realNowMs());
      return { ok: true, value: readObject(toEvent, byEitherSecret(signedWith, webhookSecret, previousWebhookSecret), undefined) };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        return {
          ok: false,
          error: { kind: 'not_allowed', message: 'The webhook signature is missing, wrong or too old.', requestId: null },
        };
      if (error instanceof SyntaxError)
        return {
          ok: false,
          error: { kind: 'invalid_request', code: null, param: null, message: 'The webhook body is not JSON.', requestId: null },
        };
      return { ok: false, error: toGatewayError(error) };
    }
  },
});

function byEitherSecret<Value>(read: (secret: string) => Value, secret: string, previous: string | null): Value {
  try {
    return read(secret);
  } catch (error) {
    if (previous === null || !(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return read(previous);
  }
}
