import { randomBytes } from 'node:crypto';
import { asc, inArray } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';

export type CreditNoteRow = typeof creditNotes.$inferSelect;

export async function insertCreditNote(tx: Database, note: Omit<typeof creditNotes.$inferInsert, 'id'>): Promise<string> {
  const id = `cn_${randomBytes(12).toString('hex')}`;
  await tx.insert(creditNotes).values({ id, ...note });
  return id;
}

/** The credit notes of these invoices, oldest first. */
export async function creditNotesOf(db: Database, invoiceIds: readonly string[]): Promise<CreditNoteRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(creditNotes)
    .where(inArray(creditNotes.invoiceId, [...invoiceIds]))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.id));
}
