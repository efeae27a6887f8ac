import { forgetValues } from './tab-storage.ts';

/** Returns whether a stored value belongs to an unfinished payment, which members can continue or retry after the next sign-in. */
const isOfOpenPayment = (name: string, value: unknown): boolean =>
  name === 'processed-top-ups' ||
  name.startsWith('change:') ||
  (name.startsWith('attempt:') && typeof value === 'object' && value !== null && 'sent' in value && value.sent !== null);

export const forgetStored = (): void => forgetValues(isOfOpenPayment);
