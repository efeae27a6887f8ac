import { reportUsageFailure } from '#server/billing/usage/usage-batch.ts';
import type { UsageReports } from '#server/billing/usage/record-usage.ts';
import type { PaymentContext } from './context.ts';

/** Logs hidden failures of a batch of usage that begins now, and counts how long it takes until usage stops at a limit. */
export function usageReports({ log, countEffect }: Pick<PaymentContext, 'log' | 'countEffect'>): UsageReports {
  const startedMs = performance.now();
  return { report: reportUsageFailure(log), onStop: () => countEffect?.('usage_to_stop', (performance.now() - startedMs) / 1000) };
}
