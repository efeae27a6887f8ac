import { and, eq, isNotNull } from 'drizzle-orm';
import { stepFrom } from '#lib/dates/calendar.ts';
import { DUE_DAYS, PO_WAIT_SECONDS } from '#server/domain/collection.ts';
import { invoiceRefusal, invoiceStatusAfter } from '#server/domain/state-steps.ts';
import { billFinalTo, findCustomer, lacksPoNumber } from '#server/store/customers.ts';
import {
  billedSubscription,
  latePeriods,
  recordLateUsageBilled,
  periodsOfInvoice,
  type BilledSubscription,
} from '#server/store/billing-periods.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { replaceLines, subtotalOf } from '#server/store/invoices/invoice-writing.ts';
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
import { queueInvoiceIssued, queuePoMissing } from '#server/billing/notices/invoice-notices.ts';
import { settleLines, type Payer, type SettledLines } from './settle-lines.ts';
import { queueLowCredit } from '#server/billing/notices/spending-notices.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';

/** The due date is null if nothing is due or a partner collects the amount. */
export function finalState({ paymentMethodType, billingPartner }: Payer, dueCents: number, atSeconds: number) {
  if (dueCents === 0) return { status: 'paid' as const, dueAtSeconds: null };
  if (billingPartner !== null) return { status: 'issued' as const, dueAtSeconds: null };
  const byInvoice = paymentMethodType === 'invoice';
  return {
    status: byInvoice ? ('issued' as const) : ('open' as const),
    dueAtSeconds: stepFrom(atSeconds, { days: DUE_DAYS[paymentMethodType] }),
  };
}

/** Credit lowers the amount due; debt of the customer raises it. */
export async function postInvoice(
  tx: Database,
  invoice: {
    organizationId: number;
    id: string;
    totalCents: number;
    dueCents: number;
    atSeconds: number;
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

export async function registerDebt(tx: Database, invoice: FinalizedInvoice, chargeInvoice: ChargeInvoice): Promise<void> {
  if (invoice.status === 'paid') return;
  await requestReview(tx, invoice.organizationId, invoice.finalizedAtSeconds);
  if (invoice.status === 'open') await chargeInvoice(tx, invoice);
}

/** Returns the current lines of a draft. Its fees are unchanged. Its usage is billed again, including late usage of earlier periods. */
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

type Draft = Pick<typeof invoices.$inferSelect, 'organizationId' | 'id' | 'creditedCents' | 'periodEnd' | 'usageClosedAt'>;

/** Adds late usage, unless the draft waited for a purchase order number. */
async function linesOfDraft(tx: Database, draft: Draft, subscription: BilledSubscription, at: Date): Promise<SettledLines> {
  const { organizationId, id, usageClosedAt, creditedCents } = draft;
  const isFixed = usageClosedAt !== null;
  const lines = isFixed ? await readInvoiceLines(tx, organizationId, id) : await linesByNow(tx, organizationId, id, subscription);
  const hasCorrections = !isFixed && (await issueCorrections(tx, organizationId, lines, at));
  const { balanceCents } = hasCorrections ? await billedSubscription(tx, organizationId) : subscription;
  const settled = settleLines(lines, balanceCents, secondsOf(at), { creditedCents });
  await replaceLines(tx, { organizationId, invoiceId: id }, settled.lines);
  // This invoice bills the late usage that has arrived so far. The next invoice bills usage that arrives from now on.
  if (!isFixed) await recordLateUsageBilled(tx, organizationId, id);
  return settled;
}

/** Stores the lines of a draft that waits for a purchase order number. The draft becomes final within a day after the cycle. */
async function holdDraft(tx: Database, { organizationId, id, periodEnd }: Draft, settled: SettledLines, atSeconds: number): Promise<void> {
  const finalAtSeconds = secondsOf(periodEnd) + PO_WAIT_SECONDS;
  await tx
    .update(invoices)
    .set({
      subtotalCents: subtotalOf(settled.lines),
      amountDueCents: settled.dueCents,
      carriedCents: settled.carriedCents,
      usageClosedAt: instantOf(atSeconds),
      finalizesAt: instantOf(finalAtSeconds),
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, id)));
  await queuePoMissing(tx, { organizationId, invoiceId: id, finalAtSeconds, atSeconds });
}

/** Finalizes a draft under the organization lock. @returns null if the invoice is no draft or waits for a purchase order number */
export async function finalizeInvoice(
  tx: Database,
  organizationId: number,
  invoiceId: string,
  atSeconds: number,
  chargeInvoice: ChargeInvoice,
): Promise<FinalizedInvoice | null> {
  await lockOrganization(tx, organizationId);
  const { id, status: draftStatus, creditedCents, periodEnd, usageClosedAt } = invoices;
  const [draft] = await tx
    .select({ organizationId: invoices.organizationId, id, status: draftStatus, creditedCents, periodEnd, usageClosedAt })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(id, invoiceId)));
  if (!draft || invoiceRefusal(draft.status, 'finalize')) return null;
  const subscription = await billedSubscription(tx, organizationId);
  const settled = await linesOfDraft(tx, draft, subscription, instantOf(atSeconds));
  if (draft.usageClosedAt === null && (await needsPoNumber(tx, organizationId))) {
    await holdDraft(tx, draft, settled, atSeconds);
    return null;
  }
  const { lines, totalCents, dueCents, carriedCents } = settled;
  const { status, dueAtSeconds } = finalState(subscription, dueCents, atSeconds);
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
      billedTo: await billFinalTo(tx, organizationId),
      seller: (await readSetting(tx, 'seller'))?.seller ?? null,
    })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  await postInvoice(tx, { organizationId, id: invoiceId, totalCents, dueCents, atSeconds });
  const finalized = { id: invoiceId, organizationId, amountDueCents: dueCents, status, finalizedAtSeconds: atSeconds };
  await registerDebt(tx, finalized, chargeInvoice);
  return finalized;
}

export const needsPoNumber = async (db: Database, organizationId: number): Promise<boolean> =>
  lacksPoNumber(await findCustomer(db, organizationId));

/** If the purchase order number is no longer missing, makes the waiting drafts final. The caller must hold the organization lock. */
export async function releaseHeldDrafts(tx: Database, organizationId: number, now: Date): Promise<void> {
  if (await needsPoNumber(tx, organizationId)) return;
  await tx
    .update(invoices)
    .set({ finalizesAt: now })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.status, 'draft'), isNotNull(invoices.usageClosedAt)));
}
