import Stripe from 'stripe';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import { readObject } from './call.ts';
import { toGatewayError, UnreadableAnswer } from './errors.ts';
import { toEvent } from './objects/events.ts';

export interface WebhookSecrets {
  webhookSecret: string;
  /** Still accepted during a rotation. */
  previousWebhookSecret?: string | null;
  /** Returns the real time in Unix milliseconds. The reader compares it with the time of a webhook call, and refuses old calls. */
  realNowMs?: () => number;
}

const notSigned = {
  ok: false,
  error: { kind: 'not_allowed', message: 'The webhook signature is missing, wrong or too old.', requestId: null },
} as const;

/** Equals the maximum age that Stripe's library allows. */
const mostAheadSeconds = 300;

/**
 * Requires one timestamp, not in the future, and only full-length signatures. Without this check, the library would use the last of
 * several timestamps, and throw for short signatures.
 */
function isWellFormed(header: string, nowSeconds: number): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] => parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
  const [time, ...otherTimes] = valuesOf('t');
  const signatures = valuesOf('v1');
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return false;
  if (Number(time) > nowSeconds + mostAheadSeconds) return false;
  return signatures.length > 0 && signatures.every((signature) => /^[0-9a-f]{64}$/.test(signature));
}

export const webhookReader = (
  stripe: Stripe,
  { webhookSecret, previousWebhookSecret = null, realNowMs = Date.now }: WebhookSecrets,
): Pick<PaymentGateway, 'readWebhook'> => ({
  readWebhook: (body, signature) => {
    if (!isWellFormed(signature ?? '', Math.floor(realNowMs() / 1000))) return notSigned;
    try {
      const payload = typeof body === 'string' ? body : Buffer.from(body);
      const signedWith = (secret: string) =>
        stripe.webhooks.constructEvent(payload, signature ?? '', secret, undefined, undefined, realNowMs());
      return { ok: true, value: readObject(toEvent, byEitherSecret(signedWith, webhookSecret, previousWebhookSecret), undefined) };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return notSigned;
      // A signed object of unknown shape. The caller logs it and responds with success.
      if (error instanceof UnreadableAnswer) return { ok: false, error: toGatewayError(error) };
      // All other errors come from a bad header or body, so the call is reported as invalid.
      const message = `The webhook call can't be read: ${error instanceof Error ? error.message : String(error)}`;
      return { ok: false, error: { kind: 'invalid_request', code: null, param: null, message, requestId: null } };
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
