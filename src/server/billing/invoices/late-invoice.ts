import { LEAST_LATE_INVOICE_CENTS } from '#server/domain/collection.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { recordLateUsageBilled } from '#server/store/billing-periods.ts';
import { subtotalOf } from '#server/store/invoices/invoice-writing.ts';
import { announceLateInvoice, type LateInvoiceDue } from '#server/store/invoices/late-invoices.ts';
import { postWithin } from '#server/store/ledger.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { usageReportedLater } from '#server/billing/periods/billed-usage.ts';
import { loadBillingInputs } from '#server/billing/periods/billing-inputs.ts';
import type { ChargeInvoice } from './finalized-invoice.ts';
import { issueInvoice } from './issue-invoice.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

/**
 * Announces late usage, and invoices it once its period accepts no more usage. Small amounts are waived; negative amounts become credit.
 * The caller must hold the organization lock.
 */
export async function billLateUsage(tx: Database, due: LateInvoiceDue, nowSeconds: number, chargeInvoice: ChargeInvoice): Promise<void> {
  const { organizationId, closesAtSeconds } = due;
  const inputs = await loadBillingInputs(tx, organizationId, nowSeconds);
  const lines = await runSteps(usageReportedLater(inputs));
  const amountCents = subtotalOf(lines);
  const id = await announceLateInvoice(tx, { organizationId, closesAtSeconds, amountCents });
  if (nowSeconds < closesAtSeconds) {
    const facts = { amountCents, invoicedAt: closesAtSeconds };
    // No notice is sent for an amount that will be waived.
    if (amountCents >= LEAST_LATE_INVOICE_CENTS)
      await writeNotice(tx, { organizationId, kind: 'late_usage', key: String(id), atSeconds: nowSeconds, facts });
    return;
  }
  // An invoice that documents a reduction of unpaid invoices is issued even if its amount is small.
  const isWaived = amountCents >= 0 && amountCents < LEAST_LATE_INVOICE_CENTS && !lines.some(({ key }) => key === 'corrected');
  const [first] = inputs.late;
  const periodStartSeconds = (first ?? inputs.running).period.cycle.startSeconds;
  const issued = { organizationId, kind: 'final', lines, periodStartSeconds, atSeconds: nowSeconds } as const;
  const invoice = isWaived ? null : await issueInvoice(tx, inputs, issued, chargeInvoice);
  await recordLateUsageBilled(tx, organizationId, invoice?.id ?? null);
  if (!isWaived || amountCents === 0) return;
  await postWithin(tx, [
    {
      organizationId,
      businessKey: `late-usage:${id}:waived`,
      description: 'Late usage too small to invoice, waived',
      occurredAt: instantOf(nowSeconds),
      entries: [
        { account: 'goodwill', amountCents },
        { account: 'revenue', amountCents: -amountCents },
      ],
    },
  ]);
}
