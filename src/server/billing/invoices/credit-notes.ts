import { and, eq } from 'drizzle-orm';
import { isTooSmall, settleInvoice } from '#lib/charge.ts';
import { fillText } from '#lib/texts/fill.ts';
import { correctionTexts, invoicesTexts } from '#lib/texts/invoices.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { daysOf } from '#server/domain/late-usage.ts';
import { canBePaid, invoiceStatusAfter, isCollected } from '#server/domain/state-steps.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { insertCreditNote, uncollectedInvoices, type CreditNoteRow } from '#server/store/credit-notes.ts';
import { appendLine } from '#server/store/invoices/invoice-writing.ts';
import { movedEntries, postWithin, sourceOfInvoice } from '#server/store/ledger.ts';
import { lockCollection, lockInvoice, planNextTry, type PayableInvoice } from './collections.ts';
import { holdForOtherMoney, holdNewCredit } from '#server/store/disputes/dispute-holds.ts';
import { billedCarry } from './settle-lines.ts';

export interface CreditNote {
  readonly organizationId: number;
  readonly invoiceId: string;
  /** ID of the plan change whose unused time the note credits; null for other credit notes. */
  readonly changeId: string | null;
  /** Billing period that a usage correction corrects; absent for other credit notes. */
  readonly periodId?: number | undefined;
  readonly amountCents: number;
  /** Reason that members see. */
  readonly reason: string;
  /** Text in the credit history; by default the invoice number. */
  readonly description?: string | undefined;
  readonly at: Date;
}

export type IssuedCreditNote = CreditNoteRow & {
  readonly heldCents: number;
};

interface Effect {
  readonly offCents: number;
  /** Share of the note that exceeds the amount due and becomes credit, in cents. */
  readonly balanceCents: number;
  /** Rest of the amount due that is too small to charge, in cents. It becomes a debt on the customer balance. */
  readonly carriedCents: number;
  readonly dueCents: number;
}

function effectOn({ status, amountDueCents, isProcessing }: PayableInvoice, amountCents: number, isCorrection: boolean): Effect {
  // A correction reduces a forgiven invoice without giving credit, because nothing was paid for the usage.
  const isUnpaid = canBePaid(status) || (status === 'void' && isCorrection);
  const offCents = isUnpaid ? Math.min(amountCents, amountDueCents) : 0;
  const left = isUnpaid ? amountDueCents - offCents : amountDueCents;
  // Carries over a remainder that is too small to charge, unless a payment in progress includes the remainder.
  const isCarried = isCollected(status) && !isProcessing && isTooSmall(left);
  return { offCents, balanceCents: amountCents - offCents, carriedCents: isCarried ? left : 0, dueCents: isCarried ? 0 : left };
}

const carriedFrom = (number: string): string => `${invoicesTexts.carried}, from invoice ${number}`;

/**
 * A credit note above the amount due gives credit, which open disputes can hold back. A credit note on a draft takes effect when the
 * draft is finalized. The caller must hold the organization lock.
 */
export async function issueCreditNote(tx: Database, note: CreditNote): Promise<IssuedCreditNote | null> {
  const { organizationId, invoiceId, changeId, periodId, amountCents, reason, description, at } = note;
  if (amountCents === 0) return null;
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) throw new Error(`There is no invoice ${invoiceId} to credit`);
  const row = { organizationId, invoiceId, changeId, periodId, amountCents, reason, createdAt: at };
  if (invoice.status === 'draft') {
    const insertedNote = await insertCreditNote(tx, { ...row, balanceCents: 0 });
    const creditedCents = invoice.creditedCents + amountCents;
    const { balanceCents } = await billedSubscription(tx, organizationId);
    const amountDueCents = settleInvoice(invoice.subtotalCents + invoice.carriedCents - creditedCents, balanceCents).dueCents;
    await tx
      .update(invoices)
      .set({ creditedCents, amountDueCents })
      .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
    return { ...insertedNote, heldCents: 0 };
  }
  const effect = effectOn(invoice, amountCents, periodId !== undefined);
  const insertedNote = await insertCreditNote(tx, { ...row, balanceCents: effect.balanceCents });
  await postWithin(tx, [
    {
      organizationId,
      businessKey: `credit-note:${insertedNote.id}`,
      description: effect.carriedCents > 0 ? carriedFrom(invoice.number) : (description ?? `Credit note on invoice ${invoice.number}`),
      occurredAt: at,
      source: sourceOfInvoice(invoiceId),
      entries: movedEntries([
        { account: 'revenue', amountCents },
        { account: isGivenUp(invoice) ? 'bad_debt' : 'receivable', amountCents: -effect.offCents - effect.carriedCents },
        { account: 'customer_credit', amountCents: effect.carriedCents - effect.balanceCents },
      ]),
    },
  ]);
  if (effect.offCents > 0) await reduceInvoice(tx, invoice, effect, at);
  // If the credit comes from a plan change, the change has already withheld the disputed part of the plan fee. The credit is then held only
  // for disputes of other payments.
  const hold = changeId === null ? holdNewCredit : holdForOtherMoney;
  const source = sourceOfInvoice(invoiceId);
  return { ...insertedNote, heldCents: await hold(tx, { organizationId, by: insertedNote.id, source, cents: effect.balanceCents, at }) };
}

const isGivenUp = ({ status }: PayableInvoice): boolean => status === 'uncollectible' || status === 'void';

/**
 * Issues a credit note for each correction line. The caller must create the lines and call this function under the same organization lock.
 * @returns whether there were correction lines; if true, the balance may have changed
 */
export async function issueCorrections(tx: Database, organizationId: number, lines: readonly BilledLine[], at: Date): Promise<boolean> {
  const corrected = lines.filter(({ key }) => key === 'corrected');
  for (const { periodId, periodStartSeconds: startSeconds, periodEndSeconds: endSeconds, amountCents } of corrected) {
    if (periodId === null) throw new Error('A correction is of a billing period');
    const days = daysOf({ startSeconds, endSeconds });
    let leftCents = amountCents;
    for (const { id: invoiceId, dueCents, money } of (await uncollectedInvoices(tx, organizationId, [periodId])).get(periodId) ?? []) {
      const offCents = Math.min(leftCents, dueCents);
      if (offCents === 0) break;
      const reason = fillText(money === 'refunded' ? correctionTexts.refundedReason : correctionTexts.correctedReason, { days });
      const note = { organizationId, invoiceId, changeId: null, periodId, amountCents: offCents, reason };
      // Books nothing for a refunded invoice, because the refund has already removed the amount from the ledger.
      if (money === 'refunded') await insertCreditNote(tx, { ...note, balanceCents: 0, createdAt: at });
      else await issueCreditNote(tx, { ...note, at });
      leftCents -= offCents;
    }
    if (leftCents > 0) throw new Error(`No invoice takes ${leftCents} cents of a correction of period ${periodId}`);
  }
  return corrected.length > 0;
}

/** Settles an invoice that was reduced while its payment was in progress. Called after that payment failed. */
export async function settleReduced(tx: Database, organizationId: number, invoiceId: string, at: Date): Promise<void> {
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice || invoice.creditedCents === 0 || invoice.isProcessing || !isCollected(invoice.status)) return;
  const { amountDueCents } = invoice;
  if (amountDueCents > 0 && !isTooSmall(amountDueCents)) return;
  if (amountDueCents > 0)
    await postWithin(tx, [
      {
        organizationId,
        businessKey: `invoice:${invoiceId}:carried`,
        description: carriedFrom(invoice.number),
        occurredAt: at,
        entries: [
          { account: 'receivable', amountCents: -amountDueCents },
          { account: 'customer_credit', amountCents: amountDueCents },
        ],
      },
    ]);
  await reduceInvoice(tx, invoice, { offCents: 0, balanceCents: 0, carriedCents: amountDueCents, dueCents: 0 }, at);
}

/** If a payment is in progress, the invoice stays open until that payment ends. */
async function reduceInvoice(tx: Database, invoice: PayableInvoice, { offCents, carriedCents, dueCents }: Effect, at: Date): Promise<void> {
  const { organizationId, id: invoiceId } = invoice;
  const isSettled = dueCents === 0 && !invoice.isProcessing && invoice.status !== 'void';
  if (carriedCents > 0) await appendLine(tx, { organizationId, invoiceId }, billedCarry(carriedCents, secondsOf(at)));
  await tx
    .update(invoices)
    .set({
      creditedCents: invoice.creditedCents + offCents,
      carriedCents: invoice.carriedCents + carriedCents,
      subtotalCents: invoice.subtotalCents - carriedCents,
      amountDueCents: dueCents,
      ...(isSettled ? { status: invoiceStatusAfter(invoice.status, 'credit', 'paid') } : {}),
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  const collection = isSettled ? await lockCollection(tx, organizationId, invoiceId) : null;
  if (collection) await planNextTry(tx, collection, collection.failedTries, null);
}
