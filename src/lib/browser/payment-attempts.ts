import { loadValue, saveValue } from './tab-storage.ts';

/**
 * A request that moves money. Its key goes with every try, through retries, reloads and lost connections, until the outcome is
 * certain or what is asked for changes. The platform does what carries the same key once.
 */
export interface OpenRequest {
  readonly key: string;
  /** What is asked for, as text: with other words it is another request. */
  readonly about: string;
  /** The request as it was sent, so that it can be repeated to the letter; null while nothing was sent. */
  readonly sent: unknown;
  /** It was answered: the payment waits for its payer. */
  readonly isWaiting?: boolean | undefined;
}

/** Names under which a tab keeps the requests of payments. */
export const paymentActions = { topUp: 'top-up', planChange: 'subscription', payInvoice: 'pay-invoice' } as const;

const place = (slug: string, action: string): string => `attempt:${slug}:${action}`;

export const newRequestKey = (): string => crypto.randomUUID();

/** The open request of an organization for an action, or null. */
export function loadRequest(slug: string, action: string): OpenRequest | null {
  const { key, about, sent: input, isWaiting } = (loadValue(place(slug, action)) ?? {}) as Partial<OpenRequest>;
  return typeof key === 'string' && typeof about === 'string' ? { key, about, sent: input ?? null, isWaiting } : null;
}

/** Keeps the request through reloads; null forgets it. */
export function saveRequest(slug: string, action: string, request: OpenRequest | null): void {
  saveValue(place(slug, action), request);
}

/** The key of an action on something: the same until it is forgotten, or until something else is meant. */
export function requestKey(slug: string, action: string, about: string): string {
  const open = loadRequest(slug, action);
  const request = open?.about === about ? open : { key: newRequestKey(), about, sent: null };
  saveRequest(slug, action, request);
  return request.key;
}
