import { and, eq, sql } from 'drizzle-orm';
import type { CollectedBy, NamedCard, NoticeFacts } from '#server/domain/notices.ts';
import { overdueCalendar } from '#server/domain/collection.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { notices } from '#server/database/tables/notices.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { payments } from '#server/database/tables/payments.ts';
import { issuedNotice, sendNoticeAgain } from '#server/store/notices/notice-history.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

async function invoiceToTell(tx: Database, organizationId: number, invoiceId: string) {
  const [invoice] = await tx
    .select({
      number: invoices.number,
      status: invoices.status,
      dueAt: invoices.dueAt,
      totalCents: invoices.subtotalCents,
      dueCents: invoices.amountDueCents,
      billedTo: invoices.billedTo,
    })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  if (!invoice) throw new Error(`There is no invoice ${invoiceId}`);
  return { ...invoice, dueAt: invoice.dueAt && secondsOf(invoice.dueAt) };
}

interface IssuedInvoice {
  readonly organizationId: number;
  readonly id: string;
  readonly totalCents: number;
  readonly dueCents: number;
  readonly atSeconds: number;
}

/** The status of the stored invoice determines how the email describes its payment. */
export async function queueInvoiceIssued(
  tx: Database,
  { organizationId, id, totalCents, dueCents, atSeconds }: IssuedInvoice,
): Promise<void> {
  const { number, status, dueAt, billedTo } = await invoiceToTell(tx, organizationId, id);
  const { po_number: poNumber, buyer_reference: buyerReference } = billedTo ?? {};
  const by: CollectedBy = dueCents === 0 ? 'nothing_due' : status === 'issued' ? 'transfer' : 'card';
  await writeNotice(tx, {
    organizationId,
    kind: 'invoice_issued',
    key: id,
    invoiceId: id,
    atSeconds,
    facts: {
      invoiceId: id,
      number,
      totalCents,
      dueCents,
      collectedBy: by,
      dueAt,
      ...(poNumber === undefined ? {} : { poNumber }),
      ...(buyerReference === undefined ? {} : { buyerReference }),
    },
  });
}

/** Queues an invoice email again, or for the first time if there was no notice yet. The caller must hold the organization lock. */
export async function queueInvoiceEmail(
  tx: Database,
  { organizationId, invoiceId }: { readonly organizationId: number; readonly invoiceId: string },
  atSeconds: number,
): Promise<void> {
  const known = await issuedNotice(tx, organizationId, invoiceId);
  if (known !== null) return void (await sendNoticeAgain(tx, organizationId, known));
  const { totalCents, dueCents } = await invoiceToTell(tx, organizationId, invoiceId);
  await queueInvoiceIssued(tx, { organizationId, id: invoiceId, totalCents, dueCents, atSeconds });
}

/**
 * Changes the `invoice_issued` email of an invoice to a request for a transfer. Call this function only for an invoice that is not charged,
 * in the transaction that issues it.
 */
export async function askForPayment(tx: Database, organizationId: number, invoiceId: string): Promise<void> {
  const collectedBy: CollectedBy = 'transfer';
  await tx
    .update(notices)
    .set({ facts: sql`${notices.facts} || ${JSON.stringify({ collectedBy })}::jsonb` })
    .where(and(eq(notices.organizationId, organizationId), eq(notices.kind, 'invoice_issued'), eq(notices.invoiceId, invoiceId)));
}

interface QueuedCorrection extends Omit<NoticeFacts['buyer_corrected'], 'invoiceId'> {
  readonly organizationId: number;
  readonly invoiceId: string;
  readonly atSeconds: number;
}

export async function queueCorrection(tx: Database, { organizationId, atSeconds, ...facts }: QueuedCorrection): Promise<void> {
  const { invoiceId, position } = facts;
  await writeNotice(tx, { organizationId, kind: 'buyer_corrected', key: `${invoiceId}:${position}`, invoiceId, atSeconds, facts });
}

interface HeldDraft {
  readonly organizationId: number;
  readonly invoiceId: string;
  readonly finalAtSeconds: number;
  readonly atSeconds: number;
}

export async function queuePoMissing(tx: Database, { organizationId, invoiceId, finalAtSeconds, atSeconds }: HeldDraft): Promise<void> {
  const { number, totalCents } = await invoiceToTell(tx, organizationId, invoiceId);
  await writeNotice(tx, {
    organizationId,
    kind: 'po_missing',
    key: invoiceId,
    invoiceId,
    atSeconds,
    facts: { invoiceId, number, totalCents, finalAt: finalAtSeconds },
  });
}

interface FailedTry {
  readonly organizationId: number;
  readonly invoiceId: string;
  readonly key: string;
  readonly amountCents: number;
  readonly card: NamedCard | null;
  readonly reason: string;
  readonly needsConfirmation?: boolean;
  readonly nextTryAt: Date | null;
  readonly at: Date;
}

export async function queuePaymentFailed(tx: Database, failed: FailedTry): Promise<void> {
  const { organizationId, invoiceId, key, amountCents, card, reason, needsConfirmation, nextTryAt, at } = failed;
  const { number, dueAt } = await invoiceToTell(tx, organizationId, invoiceId);
  await writeNotice(tx, {
    organizationId,
    kind: 'payment_failed',
    key,
    invoiceId,
    atSeconds: secondsOf(at),
    facts: {
      invoiceId,
      number,
      amountCents,
      card,
      reason,
      ...(needsConfirmation && { needsConfirmation }),
      nextTryAt: nextTryAt && secondsOf(nextTryAt),
      overdueAt: dueAt,
      restrictedAt: dueAt === null ? null : overdueCalendar(dueAt).restrictedSeconds,
    },
  });
}

interface Paid {
  readonly organizationId: number;
  /** ID of the invoice; null for a purchase of credits, which has no invoice. */
  readonly invoiceId: string | null;
  readonly payment: { readonly id: string } | { readonly changeId: string };
  readonly amountCents: number;
  readonly at: Date;
}

export async function queueReceipt(tx: Database, { organizationId, invoiceId, payment, amountCents, at }: Paid): Promise<void> {
  const isIt =
    'id' in payment ? eq(payments.id, payment.id) : and(eq(payments.changeId, payment.changeId), eq(payments.state, 'succeeded'));
  const [paid] = await tx
    .select({ id: payments.id, methodId: payments.methodId, brand: paymentMethods.brand, last4: paymentMethods.last4 })
    .from(payments)
    .leftJoin(paymentMethods, and(eq(paymentMethods.organizationId, payments.organizationId), eq(paymentMethods.id, payments.methodId)))
    .where(and(eq(payments.organizationId, organizationId), isIt));
  const invoice = invoiceId === null ? null : await invoiceToTell(tx, organizationId, invoiceId);
  await writeNotice(tx, {
    organizationId,
    kind: 'receipt',
    key: paid?.id ?? `invoice-${invoiceId}`,
    invoiceId,
    atSeconds: secondsOf(at),
    facts: {
      invoiceId,
      number: invoice?.number ?? null,
      amountCents,
      card: paid?.last4 ? { brand: paid.brand, last4: paid.last4 } : null,
      paidAt: secondsOf(at),
    },
  });
}
