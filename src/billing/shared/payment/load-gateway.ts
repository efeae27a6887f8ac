import type { Stripe } from '@stripe/stripe-js';
import { paymentSetup } from '#lib/payment-setup.ts';
import { loadOnce, loadScript } from '#billing/shared/load-script.ts';

/** What a member reads when the gateway's script does not come. */
export const gatewayUnavailable = 'The payment form could not be loaded. Check your connection and try again.';

/**
 * The gateway in this browser. Its script is asked for by the first who needs it, never ahead of that.
 * @throws {Error} with words for the member; may be tried again
 */
export const loadGateway: () => Promise<Stripe> = loadOnce(async () => {
  const setup = paymentSetup();
  if (setup === null) throw new Error('Cards can not be taken here.');
  if (!window.Stripe) await loadScript(setup.script).catch(() => undefined);
  if (!window.Stripe) throw new Error(gatewayUnavailable);
  return window.Stripe(setup.publishableKey);
});
