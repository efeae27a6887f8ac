import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { changes, quotes } from '#server/database/tables/changes.ts';

export type QuoteRow = typeof quotes.$inferSelect;

export async function insertQuote(db: Database, quote: typeof quotes.$inferInsert): Promise<void> {
  await db.insert(quotes).values(quote);
}

export async function findQuote(db: Database, organizationId: number, id: string): Promise<QuoteRow | null> {
  const [row] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.organizationId, organizationId), eq(quotes.id, id)));
  return row ?? null;
}

export async function latestQuoteOf(db: Database, organizationId: number, proposalId: string): Promise<QuoteRow | null> {
  const [row] = await db
    .select()
    .from(quotes)
    .where(and(eq(quotes.organizationId, organizationId), eq(quotes.proposalId, proposalId)))
    .orderBy(desc(quotes.quotedAt), desc(quotes.id))
    .limit(1);
  return row ?? null;
}

/** A quote is used by an open, scheduled or applied change. */
export async function isQuoteUsed(db: Database, organizationId: number, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(eq(changes.organizationId, organizationId), eq(changes.quoteId, id), inArray(changes.state, ['open', 'scheduled', 'applied'])),
    )
    .limit(1);
  return rows.length > 0;
}
