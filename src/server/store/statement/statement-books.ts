import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';
import { invoiceCorrections } from '#server/database/tables/invoice-corrections.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { ledgerEntries, ledgerTransactions } from '#server/database/tables/ledger.ts';
import type { BookedCarry, BookedTransaction, StatementBooks } from '#server/domain/statement/booked-facts.ts';
import { inSnapshot } from '#server/store/export/exported-rows.ts';

async function transactionsOf(tx: Database, organizationId: number): Promise<BookedTransaction[]> {
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
    .where(eq(ledgerTransactions.organizationId, organizationId))
    .orderBy(asc(ledgerTransactions.id), asc(ledgerEntries.id));
  const transactions: (BookedTransaction & { readonly entries: BookedTransaction['entries'][number][] })[] = [];
  for (const { account, amountCents, ...transaction } of rows) {
    const last = transactions.at(-1);
    if (last?.id === transaction.id) last.entries.push({ account, amountCents });
    else transactions.push({ ...transaction, entries: [{ account, amountCents }] });
  }
  return transactions;
}

/** Lines that move an amount to the balance, because it is too small to collect. Reads only invoices with such a line. */
async function carriesOf(tx: Database, organizationId: number): Promise<BookedCarry[]> {
  const rows = await tx
    .select({ invoiceId: invoiceLines.invoiceId, lineCents: invoiceLines.amountCents, carriedAt: invoiceLines.periodStart })
    .from(invoices)
    .innerJoin(invoiceLines, and(eq(invoiceLines.organizationId, invoices.organizationId), eq(invoiceLines.invoiceId, invoices.id)))
    .where(and(eq(invoices.organizationId, organizationId), gt(invoices.carriedCents, 0), eq(invoiceLines.key, 'carried')))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position));
  return rows.map(({ invoiceId, lineCents, carriedAt }) => ({ invoiceId, amountCents: 0 - lineCents, carriedAt }));
}

/** Digests are chained from the first entry, so the whole history is needed. The entry of a credit note depends on its invoice. */
export const statementBooks = (db: Database, organizationId: number): Promise<StatementBooks> =>
  inSnapshot(db, async (tx) => {
    const transactions = await transactionsOf(tx, organizationId);
    const { subtotalCents, carriedCents } = invoices;
    const issued = await tx
      .select({ id: invoices.id, number: invoices.number, finalizedAt: invoices.finalizedAt, subtotalCents, carriedCents })
      .from(invoices)
      .where(eq(invoices.organizationId, organizationId))
      .orderBy(asc(invoices.finalizedAt), asc(invoices.id));
    const carries = await carriesOf(tx, organizationId);
    const { id, number, invoiceId, amountCents, reason, createdAt } = creditNotes;
    const notes = await tx
      .select({ id, number, invoiceId, amountCents, reason, createdAt })
      .from(creditNotes)
      .where(eq(creditNotes.organizationId, organizationId))
      .orderBy(asc(createdAt), asc(number), asc(id));
    const corrections = await tx
      .select()
      .from(invoiceCorrections)
      .where(eq(invoiceCorrections.organizationId, organizationId))
      .orderBy(asc(invoiceCorrections.correctedAt), asc(invoiceCorrections.invoiceId), asc(invoiceCorrections.position));
    const totals = issued.map((invoice) => ({ ...invoice, totalCents: invoice.subtotalCents + invoice.carriedCents }));
    return { transactions, invoices: totals, carries, notes, corrections };
  });
