import type { Stripe } from '@stripe/stripe-js';
import { paymentSetup, scriptPolicyName } from '#lib/payment-setup.ts';

/** Adds advice to a failure message. Only a missing connection can be detected; other causes look the same. */
export const withRetryAdvice = (failure: string): string =>
  `${failure} ${navigator.onLine ? 'Try again.' : 'Check your connection and try again.'}`;

/** Trusted Types API; missing in the DOM type library. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL: (address: string) => string };
}

/** Time in milliseconds after which the load of a script counts as failed. */
const patienceMs = 20_000;

function allowedOnly(address: string): string {
  const setup = paymentSetup();
  if (setup !== null && (address === setup.script || address === setup.captcha.script)) return address;
  throw new TypeError(`${address} is not a script that this page may load`);
}

let policy: { createScriptURL: (address: string) => string } | null = null;

function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(scriptPolicyName, { createScriptURL: allowedOnly }) ?? { createScriptURL: allowedOnly };
  return policy.createScriptURL(address);
}

/**
 * Removes the script element after a failure, so that a retry requests the script again.
 * @throws {TypeError} for a URL outside the payment setup; {Error} if loading fails
 */
export async function loadScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = trusted(address);
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail(), patienceMs);
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    document.head.append(script);
  });
}

/** After a failure, the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () =>
    (underWay ??= load().catch((error: unknown) => {
      underWay = null;
      throw error;
    }));
}

export const gatewayUnavailable = (): string => withRetryAdvice('The payment form could not be loaded.');

/** Loads the gateway's script. @throws {Error} with a message for the member; retries are allowed */
export const loadGateway: () => Promise<Stripe> = loadOnce(async () => {
  const setup = paymentSetup();
  if (setup === null) throw new Error("Cards can't be added here.");
  if (!window.Stripe) await loadScript(setup.script).catch(() => undefined);
  if (!window.Stripe) throw new Error(gatewayUnavailable());
  return window.Stripe(setup.publishableKey);
});
