import { and, eq } from 'drizzle-orm';
import { invoiceRefusal, invoiceStatusAfter } from '#server/domain/state-steps.ts';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { creditLeft, movedEntries, postWithin, sourceOfInvoice } from '#server/store/ledger.ts';
import { isPayable, lockCollection, lockInvoice, planNextTry } from './collections.ts';

export interface WriteOff {
  readonly organizationId: number;
  readonly invoiceId: string;
  /** forgiven: nothing is owed any more. written_off: the invoice is not collected any more, but can still be paid. */
  readonly as: 'forgiven' | 'written_off';
  readonly at: Date;
}

export const writeOffEndings = {
  forgiven: { act: 'forgive', status: 'void', description: 'Deducted for forgiven invoice' },
  written_off: { act: 'write_off', status: 'uncollectible', description: 'Deducted for unpaid invoice' },
} as const;

/**
 * Writes off an invoice. If the invoice gave credit, the unspent part of this credit first pays the invoice. The rest of the amount due
 * becomes bad debt. The caller must hold the organization lock.
 * @returns false if the invoice is not payable, is being paid, or has a status that refuses the action
 */
export async function giveUpInvoice(tx: Database, { organizationId, invoiceId, as, at }: WriteOff): Promise<boolean> {
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice || !isPayable(invoice) || invoice.isProcessing) return false;
  const { act, status, description } = writeOffEndings[as];
  if (invoiceRefusal(invoice.status, act)) return false;
  const wasWrittenOff = invoice.status === 'uncollectible';
  const source = sourceOfInvoice(invoiceId);
  const backCents = Math.min(await creditLeft(tx, organizationId, source), invoice.amountDueCents);
  const lostCents = invoice.amountDueCents - backCents;
  const entries = movedEntries([
    { account: 'customer_credit', amountCents: backCents },
    { account: 'bad_debt', amountCents: wasWrittenOff ? -backCents : lostCents },
    { account: 'receivable', amountCents: wasWrittenOff ? 0 : -invoice.amountDueCents },
  ]);
  if (entries.length > 0)
    await postWithin(tx, [
      {
        organizationId,
        businessKey: `invoice:${invoiceId}:${as}`,
        description: `${description} ${invoice.number}`,
        occurredAt: at,
        source,
        entries,
      },
    ]);
  await tx
    .update(invoices)
    .set({ status: invoiceStatusAfter(invoice.status, act, lostCents === 0 ? 'paid' : status), amountDueCents: lostCents })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  const collection = await lockCollection(tx, organizationId, invoiceId);
  if (collection) await planNextTry(tx, collection, collection.failedTries, null);
  return true;
}
