import { PlatformError } from '#server/http/platform-error.ts';
import type { Money } from './context.ts';
import { receiveEvent } from './events.ts';

/**
 * Takes a call of the gateway: checks who signed it, keeps the event, and leaves acting on it to the worker.
 * @throws {PlatformError} 400 for a call that the gateway did not sign, or signed too long ago
 */
export async function receiveWebhook(money: Money, body: string, signature: string | null): Promise<void> {
  const event = money.gateway.readWebhook(body, signature);
  if (!event.ok)
    throw new PlatformError('invalid_request', 'This is not a call of the payment gateway', {
      fields: [{ path: 'header.Stripe-Signature', message: 'is missing, wrong or too old' }],
    });
  await receiveEvent(money, event.value);
}
