import { and, eq, inArray } from 'drizzle-orm';
import { plannedTries } from '#server/domain/retry-calendar.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import type { InvoiceRow } from '#server/store/invoices/invoices.ts';
import { cardToTry } from './collections.ts';

export interface CollectionPlan {
  readonly atSeconds: readonly number[];
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

export async function collectionPlans(
  db: Database,
  organizationId: number,
  rows: readonly Pick<InvoiceRow, 'id' | 'nextTryAt'>[],
): Promise<ReadonlyMap<string, CollectionPlan>> {
  const ids = rows.flatMap(({ id, nextTryAt }) => (nextTryAt ? [id] : []));
  const plans = new Map<string, CollectionPlan>();
  if (ids.length === 0) return plans;
  const planned = await db
    .select()
    .from(collections)
    .where(and(eq(collections.organizationId, organizationId), inArray(collections.invoiceId, ids)));
  for (const { invoiceId, nextTryAt, finalizedAt, failedTries } of planned) {
    if (!nextTryAt) continue;
    const card = await cardToTry(db, organizationId, invoiceId);
    plans.set(invoiceId, {
      atSeconds: plannedTries(secondsOf(finalizedAt), secondsOf(nextTryAt), failedTries),
      card: card && { brand: card.brand ?? 'unknown', last4: card.last4 ?? '' },
    });
  }
  return plans;
}
