import { cardsLeftFor, tryWithNewCard } from './collections.ts';
import type { Database } from '#server/database/database.ts';
import { listMethods, type MethodRow, recordMethods, setDefault } from '#server/store/payment-methods.ts';

export const recordCards = (tx: Database, organizationId: number, methods: Parameters<typeof recordMethods>[2], now: Date): Promise<void> =>
  watchCards(tx, organizationId, now, () => recordMethods(tx, organizationId, methods));

export const chooseDefault = (tx: Database, organizationId: number, id: string, now: Date): Promise<void> =>
  watchCards(tx, organizationId, now, () => setDefault(tx, organizationId, id));

/**
 * Runs `change`. If it changes the default card, schedules charges of all unpaid invoices. If it only adds cards, schedules charges of the
 * invoices for which an added card is the next to try.
 */
async function watchCards(tx: Database, organizationId: number, now: Date, change: () => Promise<void>): Promise<void> {
  const before = await listMethods(tx, organizationId);
  await change();
  const after = await listMethods(tx, organizationId);
  const isNew = ({ id }: MethodRow): boolean => before.every((method) => method.id !== id);
  const defaultId = after.find(({ isDefault }) => isDefault)?.id;
  if (defaultId !== undefined && defaultId !== before.find(({ isDefault }) => isDefault)?.id)
    return tryWithNewCard(tx, organizationId, now);
  if (!after.some(isNew)) return;
  await tryWithNewCard(tx, organizationId, now, async (invoiceId) => {
    const [next] = await cardsLeftFor(tx, organizationId, invoiceId);
    return next !== undefined && isNew(next);
  });
}
