import { checkoutSessionEndpoints } from '#sandbox/resources/checkout-sessions.ts';
import { customerEndpoints } from '#sandbox/resources/customers.ts';
import { eventEndpoints } from '#sandbox/resources/events.ts';
import { moneyMovedEndpoints } from '#sandbox/resources/money-moved.ts';
import { paymentIntentEndpoints } from '#sandbox/resources/payment-intents.ts';
import { paymentMethodEndpoints } from '#sandbox/resources/payment-methods.ts';
import { setupIntentEndpoints } from '#sandbox/resources/setup-intents.ts';
import { taxIdEndpoints } from '#sandbox/resources/tax-ids.ts';
import type { Endpoint } from './endpoint.ts';

export const apiEndpoints: readonly Endpoint[] = [
  ...customerEndpoints,
  ...taxIdEndpoints,
  ...paymentMethodEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...checkoutSessionEndpoints,
  ...moneyMovedEndpoints,
  ...eventEndpoints,
];

export interface Route {
  endpoint: Endpoint;
  values: Record<string, string>;
}

const prepared = apiEndpoints.map((endpoint) => ({ endpoint, parts: endpoint.path.split('/') }));

/** Finds the endpoint of a path. Fixed segments have priority over variable segments, so `search` is never read as an id. */
export function findRoute(method: string, path: string): Route | null {
  const pathParts = path.split('/');
  let best: (Route & { fixed: number }) | null = null;
  for (const { endpoint, parts } of prepared) {
    if (endpoint.method !== method || parts.length !== pathParts.length) continue;
    const values: Record<string, string> = {};
    let fixed = 0;
    const fits = parts.every((part, index) => {
      const value = pathParts[index] ?? '';
      if (part.startsWith(':')) {
        values[part.slice(1)] = value;
        return value !== '';
      }
      fixed += 1;
      return part === value;
    });
    if (fits && (best === null || fixed > best.fixed)) best = { endpoint, values, fixed };
  }
  return best;
}
