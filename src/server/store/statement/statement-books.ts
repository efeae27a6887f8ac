import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { instantOf, type Database } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';
import { invoiceCorrections } from '#server/database/tables/invoice-corrections.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { ledgerEntries, ledgerTransactions } from '#server/database/tables/ledger.ts';
import type { BookedCarry, BookedTransaction, StatementBooks } from '#server/domain/statement/booked-facts.ts';
import { inSnapshot } from '#server/store/export/exported-rows.ts';

async function transactionsUntil(tx: Database, organizationId: number, until: Date): Promise<BookedTransaction[]> {
  const rows = await tx
    .select({
      id: ledgerTransactions.id,
      businessKey: ledgerTransactions.businessKey,
      description: ledgerTransactions.description,
      source: ledgerTransactions.source,
      occurredAt: ledgerTransactions.occurredAt,
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
    })
    .from(ledgerTransactions)
    .innerJoin(
      ledgerEntries,
      and(eq(ledgerEntries.organizationId, ledgerTransactions.organizationId), eq(ledgerEntries.transactionId, ledgerTransactions.id)),
    )
    .where(and(eq(ledgerTransactions.organizationId, organizationId), lt(ledgerTransactions.occurredAt, until)))
    .orderBy(asc(ledgerTransactions.id), asc(ledgerEntries.id));
  const transactions: (BookedTransaction & { readonly entries: BookedTransaction['entries'][number][] })[] = [];
  for (const { account, amountCents, ...transaction } of rows) {
    const last = transactions.at(-1);
    if (last?.id === transaction.id) last.entries.push({ account, amountCents });
    else transactions.push({ ...transaction, entries: [{ account, amountCents }] });
  }
  return transactions;
}

/** Lines that carry over an amount. Reads only the lines of invoices that have one. */
async function carriesOf(tx: Database, organizationId: number): Promise<BookedCarry[]> {
  const rows = await tx
    .select({ invoiceId: invoiceLines.invoiceId, lineCents: invoiceLines.amountCents, carriedAt: invoiceLines.periodStart })
    .from(invoices)
    .innerJoin(invoiceLines, and(eq(invoiceLines.organizationId, invoices.organizationId), eq(invoiceLines.invoiceId, invoices.id)))
    .where(and(eq(invoices.organizationId, organizationId), gt(invoices.carriedCents, 0), eq(invoiceLines.key, 'carried')))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position));
  return rows.map(({ invoiceId, lineCents, carriedAt }) => ({ invoiceId, amountCents: 0 - lineCents, carriedAt }));
}

/**
 * Ledger and documents of an organization before an instant, as of one snapshot. Reads the whole history, because the digests of a statement
 * are chained from the first entry.
 */
export function statementBooks(db: Database, organizationId: number, untilSeconds: number): Promise<StatementBooks> {
  const until = instantOf(untilSeconds);
  return inSnapshot(db, async (tx) => {
    const transactions = await transactionsUntil(tx, organizationId, until);
    const issued = await tx
      .select({ id: invoices.id, number: invoices.number, finalizedAt: invoices.finalizedAt })
      .from(invoices)
      .where(eq(invoices.organizationId, organizationId))
      .orderBy(asc(invoices.finalizedAt), asc(invoices.id));
    const carries = await carriesOf(tx, organizationId);
    const { id, number, invoiceId, amountCents, reason, createdAt } = creditNotes;
    const notes = await tx
      .select({ id, number, invoiceId, amountCents, reason, createdAt })
      .from(creditNotes)
      .where(and(eq(creditNotes.organizationId, organizationId), lt(createdAt, until)))
      .orderBy(asc(createdAt), asc(number), asc(id));
    const corrections = await tx
      .select()
      .from(invoiceCorrections)
      .where(and(eq(invoiceCorrections.organizationId, organizationId), lt(invoiceCorrections.correctedAt, until)))
      .orderBy(asc(invoiceCorrections.correctedAt), asc(invoiceCorrections.invoiceId), asc(invoiceCorrections.position));
    return { transactions, invoices: issued, carries, notes, corrections };
  });
}
