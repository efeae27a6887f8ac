import { tryWithNewCard } from './collections.ts';
import type { Database } from '#server/database/database.ts';
import { defaultMethod, recordMethods, setDefault } from '#server/store/payment-methods.ts';

/** Stores the gateway's cards, oldest first. The caller must hold the organization lock. */
export const recordCards = (tx: Database, organizationId: number, methods: Parameters<typeof recordMethods>[2], now: Date): Promise<void> =>
  watchDefault(tx, organizationId, now, () => recordMethods(tx, organizationId, methods));

/** Makes a card the default. The caller must hold the organization lock. */
export const chooseDefault = (tx: Database, organizationId: number, id: string, now: Date): Promise<void> =>
  watchDefault(tx, organizationId, now, () => setDefault(tx, organizationId, id));

/** Schedules attempts for unpaid invoices if the default card has changed. */
async function watchDefault(tx: Database, organizationId: number, now: Date, change: () => Promise<void>): Promise<void> {
  const before = await defaultMethod(tx, organizationId);
  await change();
  const after = await defaultMethod(tx, organizationId);
  if (after && after.id !== before?.id) await tryWithNewCard(tx, organizationId, now);
}
