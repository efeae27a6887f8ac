import { and, eq } from 'drizzle-orm';
import { billUsage } from '#server/domain/bill.ts';
import { DAY_SECONDS, DUE_DAYS } from '#server/domain/collection.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { billedToNow } from './billed-to.ts';
import { billedLine, loadPeriods, type LoadedPeriod } from './billing-inputs.ts';
import { billedSubscription, periodsOfInvoice, type BilledSubscription } from './billing-periods.ts';
import type { Database } from './database.ts';
import { instantOf, secondsOf } from './instants.ts';
import { dueOf, type Payer } from './invoice-due.ts';
import { readInvoiceLines } from './invoice-lines.ts';
import { replaceLines, subtotalOf } from './invoice-writing.ts';
import { postWithin, type LedgerEntry } from './ledger.ts';
import type { BilledLine } from './line-format.ts';
import { lockOrganization } from './organization-lock.ts';
import { requestReview } from './restriction-reviews.ts';
import { invoices } from './tables/invoices.ts';

export interface FinalizedInvoice {
  readonly id: string;
  readonly organizationId: number;
  readonly amountDueCents: number;
  /** paid: nothing was left to pay. open: a card is to be charged. issued: the customer or its partner transfers. */
  readonly status: 'paid' | 'open' | 'issued';
  readonly finalizedAtSeconds: number;
}

/** Takes an invoice that is to be charged to the organization's card, inside the transaction that finalizes it. */
export type HandOver = (tx: Database, invoice: FinalizedInvoice) => Promise<void>;

/** How a finalized invoice stands, and when it becomes overdue: never where a partner collects or nothing is left to pay. */
export function finalState({ paymentMethodType, billingPartner }: Payer, dueCents: number, atSeconds: number) {
  if (dueCents === 0) return { status: 'paid' as const, dueAtSeconds: null };
  if (billingPartner !== null) return { status: 'issued' as const, dueAtSeconds: null };
  const byInvoice = paymentMethodType === 'invoice';
  return {
    status: byInvoice ? ('issued' as const) : ('open' as const),
    dueAtSeconds: atSeconds + DUE_DAYS[paymentMethodType] * DAY_SECONDS,
  };
}

/** The books of an invoice that is now owed: credit is used first, debt is added. */
export async function postInvoice(
  tx: Database,
  invoice: { organizationId: number; id: string; totalCents: number; dueCents: number; atSeconds: number },
): Promise<void> {
  const { organizationId, id, totalCents, dueCents, atSeconds } = invoice;
  const entries: LedgerEntry[] = [
    { account: 'receivable', amountCents: dueCents },
    { account: 'customer_credit', amountCents: totalCents - dueCents },
    { account: 'revenue', amountCents: -totalCents },
  ];
  const moved = entries.filter(({ amountCents }) => amountCents !== 0);
  if (moved.length === 0) return;
  await postWithin(tx, [
    { organizationId, businessKey: `invoice:${id}:finalized`, description: 'Invoice', occurredAt: instantOf(atSeconds), entries: moved },
  ]);
}

/** An invoice with something left to pay goes to its charge, and into the calendar of restrictions. */
export async function announceDebt(tx: Database, invoice: FinalizedInvoice, handOver: HandOver): Promise<void> {
  if (invoice.status === 'paid') return;
  await requestReview(tx, invoice.organizationId, invoice.finalizedAtSeconds);
  if (invoice.status === 'open') await handOver(tx, invoice);
}

function usageLines(periods: readonly LoadedPeriod[], labels: Parameters<typeof billedLine>[3]): BilledLine[] {
  const main = periods.at(-1);
  const ordered = main ? [main, ...periods.slice(0, -1)] : [];
  return ordered.flatMap((loaded) =>
    billUsage({ ...loaded.period, running: [] }, cycleEnd(loaded.period.cycle)).lines.map((line) =>
      billedLine(line, loaded, loaded !== main, labels),
    ),
  );
}

/** The lines of a draft with all usage that has arrived: its fees stay, its usage is billed anew. */
async function linesByNow(
  tx: Database,
  organizationId: number,
  invoiceId: string,
  subscription: BilledSubscription,
): Promise<BilledLine[]> {
  const stored = await readInvoiceLines(tx, organizationId, invoiceId);
  const rows = await periodsOfInvoice(tx, organizationId, invoiceId);
  if (rows.length === 0) return stored;
  const last = rows.at(-1);
  const { running, carried, labels } = await loadPeriods(
    tx,
    subscription,
    rows,
    organizationId,
    secondsOf(last?.closedAt ?? last?.endsAt ?? new Date(0)),
  );
  return [...stored.filter(({ periodId }) => periodId === null), ...usageLines([...carried, running], labels)];
}

/**
 * Finalizes a draft: its lines take in late usage and are fixed, credit is used, what is left is owed. Null when it is no
 * draft any more. The organization's lock is taken.
 */
export async function finalizeInvoice(
  tx: Database,
  organizationId: number,
  invoiceId: string,
  atSeconds: number,
  handOver: HandOver,
): Promise<FinalizedInvoice | null> {
  await lockOrganization(tx, organizationId);
  const [draft] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId), eq(invoices.status, 'draft')));
  if (!draft) return null;
  const subscription = await billedSubscription(tx, organizationId);
  const lines = await linesByNow(tx, organizationId, invoiceId, subscription);
  const totalCents = subtotalOf(lines);
  const dueCents = dueOf(subscription, totalCents);
  const { status, dueAtSeconds } = finalState(subscription, dueCents, atSeconds);
  await replaceLines(tx, invoiceId, lines);
  await tx
    .update(invoices)
    .set({
      status,
      subtotalCents: totalCents,
      amountDueCents: dueCents,
      finalizesAt: null,
      finalizedAt: instantOf(atSeconds),
      dueAt: dueAtSeconds === null ? null : instantOf(dueAtSeconds),
      billedTo: await billedToNow(tx, organizationId),
    })
    .where(eq(invoices.id, invoiceId));
  await postInvoice(tx, { organizationId, id: invoiceId, totalCents, dueCents, atSeconds });
  const finalized = { id: invoiceId, organizationId, amountDueCents: dueCents, status, finalizedAtSeconds: atSeconds };
  await announceDebt(tx, finalized, handOver);
  return finalized;
}
