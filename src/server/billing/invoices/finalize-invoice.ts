import { and, eq } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { DUE_DAYS } from '#server/domain/collection.ts';
import { invoiceRefusal, invoiceStatusAfter } from '#server/domain/state-steps.ts';
import { billedToNow } from '#server/store/customers.ts';
import {
  billedSubscription,
  latePeriods,
  recordLateUsageBilled,
  periodsOfInvoice,
  type BilledSubscription,
} from '#server/store/billing-periods.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { readInvoiceLines } from '#server/store/invoice-lines.ts';
import { replaceLines, subtotalOf } from '#server/store/invoice-writing.ts';
import { postWithin, type LedgerEntry } from '#server/store/ledger.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { readSetting } from '#server/database/settings.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { usageOfCycle } from '#server/billing/periods/billed-usage.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { issueCorrections } from './credit-notes.ts';
import type { FinalizedInvoice, ChargeInvoice } from './finalized-invoice.ts';
import { queueInvoiceIssued } from '#server/billing/notices/invoice-notices.ts';
import { settleLines, type Payer } from './settle-lines.ts';
import { queueLowCredit } from '#server/billing/notices/spending-notices.ts';
import { requestReview } from './restriction-reviews.ts';

/** Returns status and due date of a finalized invoice. The due date is null if nothing is due or a partner collects. */
export function finalState({ paymentMethodType, billingPartner }: Payer, dueCents: number, atSeconds: number) {
  if (dueCents === 0) return { status: 'paid' as const, dueAtSeconds: null };
  if (billingPartner !== null) return { status: 'issued' as const, dueAtSeconds: null };
  const byInvoice = paymentMethodType === 'invoice';
  return {
    status: byInvoice ? ('issued' as const) : ('open' as const),
    dueAtSeconds: stepFrom(atSeconds, { days: DUE_DAYS[paymentMethodType] }),
  };
}

/** Posts a finalized invoice to the ledger: credit is used first, and debt is added. Queues its email. */
export async function postInvoice(
  tx: Database,
  invoice: {
    organizationId: number;
    id: string;
    totalCents: number;
    dueCents: number;
    atSeconds: number;
    /** Source of the credit that the invoice gives, if any. */
    source?: string | null;
  },
): Promise<void> {
  const { organizationId, id, totalCents, dueCents, atSeconds, source = null } = invoice;
  await queueInvoiceIssued(tx, invoice);
  const entries: LedgerEntry[] = [
    { account: 'receivable', amountCents: dueCents },
    { account: 'customer_credit', amountCents: totalCents - dueCents },
    { account: 'revenue', amountCents: -totalCents },
  ];
  const moved = entries.filter(({ amountCents }) => amountCents !== 0);
  if (moved.length === 0) return;
  await postWithin(tx, [
    {
      organizationId,
      businessKey: `invoice:${id}:finalized`,
      description: 'Invoice',
      occurredAt: instantOf(atSeconds),
      source: totalCents < 0 ? source : null,
      entries: moved,
    },
  ]);
  await queueLowCredit(tx, { organizationId, invoiceId: id, usedCents: totalCents - dueCents, atSeconds });
}

/** Schedules the charge and the restriction review of an invoice with an amount due. */
export async function registerDebt(tx: Database, invoice: FinalizedInvoice, chargeInvoice: ChargeInvoice): Promise<void> {
  if (invoice.status === 'paid') return;
  await requestReview(tx, invoice.organizationId, invoice.finalizedAtSeconds);
  if (invoice.status === 'open') await chargeInvoice(tx, invoice);
}

/** Returns the lines of a draft with all usage so far: fees stay, and usage is billed again, including late usage of earlier periods. */
async function linesByNow(
  tx: Database,
  organizationId: number,
  invoiceId: string,
  subscription: BilledSubscription,
): Promise<BilledLine[]> {
  const stored = await readInvoiceLines(tx, organizationId, invoiceId);
  const open = await periodsOfInvoice(tx, organizationId, invoiceId);
  const last = open.at(-1);
  if (!last) return stored;
  const held = stored.flatMap(({ periodId, reportedLater }) => (reportedLater && periodId !== null ? [periodId] : []));
  const late = await latePeriods(tx, organizationId, held);
  const untilSeconds = secondsOf(last.closedAt ?? last.endsAt);
  const inputs = await loadPeriods(tx, subscription, { open, late }, { organizationId, untilSeconds, exceptInvoiceId: invoiceId });
  return [...stored.filter(({ periodId }) => periodId === null), ...(await runSteps(usageOfCycle(inputs)))];
}

/**
 * Finalizes a draft: fixes its lines with late usage, applies credit, and makes the rest due. Takes the organization lock.
 * @returns null if the invoice is no longer a draft
 */
export async function finalizeInvoice(
  tx: Database,
  organizationId: number,
  invoiceId: string,
  atSeconds: number,
  chargeInvoice: ChargeInvoice,
): Promise<FinalizedInvoice | null> {
  await lockOrganization(tx, organizationId);
  const [draft] = await tx
    .select({ status: invoices.status, creditedCents: invoices.creditedCents })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  if (!draft || invoiceRefusal(draft.status, 'finalize')) return null;
  const subscription = await billedSubscription(tx, organizationId);
  const byNow = await linesByNow(tx, organizationId, invoiceId, subscription);
  const hasCorrections = await issueCorrections(tx, organizationId, byNow, instantOf(atSeconds));
  const { balanceCents } = hasCorrections ? await billedSubscription(tx, organizationId) : subscription;
  const { lines, totalCents, dueCents, carriedCents } = settleLines(byNow, balanceCents, atSeconds, {
    creditedCents: draft.creditedCents,
  });
  const { status, dueAtSeconds } = finalState(subscription, dueCents, atSeconds);
  await replaceLines(tx, { organizationId, invoiceId }, lines);
  await recordLateUsageBilled(tx, organizationId, invoiceId);
  await tx
    .update(invoices)
    .set({
      status: invoiceStatusAfter(draft.status, 'finalize', status),
      subtotalCents: subtotalOf(lines),
      amountDueCents: dueCents,
      carriedCents,
      finalizesAt: null,
      finalizedAt: instantOf(atSeconds),
      dueAt: dueAtSeconds === null ? null : instantOf(dueAtSeconds),
      billedTo: await billedToNow(tx, organizationId),
      seller: (await readSetting(tx, 'seller'))?.seller ?? null,
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  await postInvoice(tx, { organizationId, id: invoiceId, totalCents, dueCents, atSeconds });
  const finalized = { id: invoiceId, organizationId, amountDueCents: dueCents, status, finalizedAtSeconds: atSeconds };
  await registerDebt(tx, finalized, chargeInvoice);
  return finalized;
}
