import { cardsLeft } from '#server/domain/retry-calendar.ts';
import type { Database } from '#server/database/database.ts';
import { inTryOrder, listMethods, type MethodRow } from '#server/store/payment-methods.ts';
import { failedCharges } from '#server/store/payments.ts';

/**
 * Cards of an organization that can still pay an invoice, in the order in which they are tried. Excludes cards that turned out to be expired,
 * lost or stolen.
 */
export const cardsLeftFor = async (tx: Database, organizationId: number, invoiceId: string): Promise<MethodRow[]> =>
  cardsLeft(inTryOrder(await listMethods(tx, organizationId)), await failedCharges(tx, organizationId, invoiceId));

/** Returns the next card to charge for an invoice. If every card has failed, the default card is next; null if there is no card. */
export async function cardToTry(tx: Database, organizationId: number, invoiceId: string): Promise<MethodRow | null> {
  const [next] = await cardsLeftFor(tx, organizationId, invoiceId);
  return next ?? inTryOrder(await listMethods(tx, organizationId))[0] ?? null;
}
