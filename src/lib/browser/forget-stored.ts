import { forgetValues } from './tab-storage.ts';

/** Requests of payments: their keys let a payment be finished or repeated after the next sign-in. */
const isOfOpenPayment = (name: string, value: unknown): boolean =>
  name === 'processed-top-ups' ||
  name.startsWith('change:') ||
  (name.startsWith('attempt:') && typeof value === 'object' && value !== null && 'sent' in value && value.sent !== null);

/** Deletes what the page has stored in this browser for its member, except requests of open payments. */
export const forgetStored = (): void => forgetValues(isOfOpenPayment);
