/** Runs the stepwise computations of the domain without pauses, because tests need no cooperative yielding. */
import type { Steps } from '#lib/steps.ts';
import { costSteps, type DayCost } from '#server/domain/budget/cost-by-day.ts';
import { billSteps, type BillingPeriod, type UsageBill } from '#server/domain/bill.ts';
import { reachedAtSteps } from '#server/domain/budget/forecast.ts';
import { dailySteps, type DailyUsage } from '#server/domain/daily-usage.ts';
import { type Invoice, type InvoiceInput, overageSteps, upcomingSteps } from '#server/domain/invoice.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { cycleEnd, type Cycle } from '#server/domain/periods.ts';
import { type Account, type ChangeQuote, type ChangeTarget, estimateSteps, quoteSteps } from '#server/domain/quote.ts';
import { sliceSteps } from '#server/domain/usage-slices.ts';
import { summarySteps, type UsageSummary } from '#server/domain/usage-summary.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export const billUsage = (period: BillingPeriod, asOfSeconds: number): UsageBill => finishSteps(billSteps(period, asOfSeconds));

export const upcomingInvoice = (input: InvoiceInput, asOfSeconds: number): Invoice => finishSteps(upcomingSteps(input, asOfSeconds));

export const reachedAt = (...terms: Parameters<typeof reachedAtSteps>) => finishSteps(reachedAtSteps(...terms));

export const costByDay = (period: BillingPeriod, asOfSeconds: number): DayCost[] => finishSteps(costSteps(period, asOfSeconds));

export const dailyUsage = (entries: readonly UsageEntry[], fromSeconds: number, untilSeconds: number): DailyUsage[] =>
  finishSteps(dailySteps(entries, fromSeconds, untilSeconds));

/** Returns the invoice of an ended cycle: the upcoming invoice at the end of the cycle, without running resources. */
export const finalInvoice = (input: InvoiceInput): Invoice =>
  finishSteps(upcomingSteps({ ...input, period: { ...input.period, running: [] } }, cycleEnd(input.period.cycle)));

export const overageLines = (period: BillingPeriod, nowSeconds: number): InvoiceLine[] => finishSteps(overageSteps(period, nowSeconds));

export const quoteChange = (account: Account, target: ChangeTarget, nowSeconds: number): ChangeQuote =>
  finishSteps(quoteSteps(account, target, nowSeconds));

type Estimated = Parameters<typeof estimateSteps>;

export const estimateCycle = (...terms: Estimated) => finishSteps(estimateSteps(...terms));

export const usageByCycle = (entries: readonly UsageEntry[], cycles: readonly Cycle[]): UsageEntry[][] =>
  finishSteps(sliceSteps(entries, cycles));

export const summarizeUsage = (period: BillingPeriod, asOfSeconds: number): UsageSummary[] =>
  finishSteps(summarySteps(period, asOfSeconds));
