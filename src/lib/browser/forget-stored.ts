import { forgetValues } from './tab-storage.ts';

/** Open payment requests are kept, so that a payment can be finished or retried after the next sign-in. */
const isOfOpenPayment = (name: string, value: unknown): boolean =>
  name === 'processed-top-ups' ||
  name.startsWith('change:') ||
  (name.startsWith('attempt:') && typeof value === 'object' && value !== null && 'sent' in value && value.sent !== null);

export const forgetStored = (): void => forgetValues(isOfOpenPayment);
