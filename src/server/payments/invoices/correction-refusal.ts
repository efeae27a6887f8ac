import { stepFrom } from '#lib/dates/calendar.ts';
import type { Invoice } from '#contract/types.ts';
import { invoiceRefusal } from '#server/domain/state-steps.ts';

/** Per organization in any 24 hours. */
export const CORRECTIONS_A_DAY = 2;

/** Months after finalization. */
export const CORRECTION_MONTHS = 12;

export interface CorrectedInvoice {
  readonly status: Invoice['status'];
  readonly finalizedAtSeconds: number | null;
  readonly isProcessing: boolean;
  readonly isRefunded: boolean;
  readonly isDisputed: boolean;
}

const statusTexts = {
  draft: 'This invoice is not final yet. Change the billing details instead.',
  void: "A forgiven invoice can't be corrected.",
} as const;

export function correctionRefusal(invoice: CorrectedInvoice, nowSeconds: number): string | undefined {
  const { status, finalizedAtSeconds, isProcessing, isRefunded, isDisputed } = invoice;
  const refusal = invoiceRefusal(status, 'correct', statusTexts);
  if (refusal !== null) return refusal;
  if (isDisputed) return "The payment of this invoice is disputed, so it can't be corrected.";
  if (isRefunded) return "A payment of this invoice was refunded, so it can't be corrected.";
  if (isProcessing) return 'A payment of this invoice is under way. Correct it when the payment has ended.';
  if (finalizedAtSeconds !== null && stepFrom(finalizedAtSeconds, { months: CORRECTION_MONTHS }) < nowSeconds)
    return `An invoice can be corrected for ${CORRECTION_MONTHS} months.`;
  return undefined;
}
