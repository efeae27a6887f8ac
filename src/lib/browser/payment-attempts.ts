import { loadValue, saveValue } from './tab-storage.ts';

/** An unfinished payment request. Retries and reloads reuse its idempotency key until its outcome is certain or the request changes. */
export interface OpenRequest {
  readonly key: string;
  /** Text form of the request. A different text is a different request. */
  readonly about: string;
  /** Exact body to send again in retries; null before the body is sent for the first time. */
  readonly sent: unknown;
  /** True if the platform responded that the payment waits for the payer, for example for a bank challenge. */
  readonly isWaiting?: boolean | undefined;
}

export const paymentActions = { topUp: 'top-up', planChange: 'subscription', payInvoice: 'pay-invoice' } as const;

const place = (slug: string, action: string): string => `attempt:${slug}:${action}`;

export const newRequestKey = (): string => crypto.randomUUID();

export function loadRequest(slug: string, action: string): OpenRequest | null {
  const { key, about, sent: input, isWaiting } = (loadValue(place(slug, action)) ?? {}) as Partial<OpenRequest>;
  return typeof key === 'string' && typeof about === 'string' ? { key, about, sent: input ?? null, isWaiting } : null;
}

/** Null deletes the stored request. */
export function saveRequest(slug: string, action: string, request: OpenRequest | null): void {
  saveValue(place(slug, action), request);
}

/** Returns the idempotency key of an action. The key stays the same until the request is deleted or `about` changes. */
export function requestKey(slug: string, action: string, about: string): string {
  const open = loadRequest(slug, action);
  const request = open?.about === about ? open : { key: newRequestKey(), about, sent: null };
  saveRequest(slug, action, request);
  return request.key;
}
