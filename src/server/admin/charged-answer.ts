import { secondsOf } from '#server/database/database.ts';
import { isLive } from '#server/domain/state-steps.ts';
import { collectNow } from '#server/payments/collect.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { staffInvoice } from '#server/store/staff-actions.ts';
import type { ChargedInvoice } from './admin-handler.ts';
import type { KeptAnswer } from './idempotent-admin-request.ts';

type Fields = Readonly<Record<string, any>>;

/** What came of the charge, in the part of an answer that says it. */
async function filled(
  paymentContext: PaymentContext,
  part: Fields,
  { organizationId, invoiceId }: ChargedInvoice,
  payment: object,
): Promise<Fields> {
  const row = await staffInvoice(paymentContext.db, organizationId, invoiceId);
  const invoiceStanding = row && { status: row.status, amount_due_cents: row.amountDueCents };
  return { ...part, invoice: { ...part['invoice'], ...invoiceStanding }, payment };
}

/**
 * Charges the invoice of an answer, after its commit and also for a repeat of the request: what was charged already is only read.
 * @returns the answer with what the bank decided; without that where it has not decided yet
 */
export async function withCharge(paymentContext: PaymentContext, answer: KeptAnswer, charged: ChargedInvoice): Promise<KeptAnswer> {
  const payment = await collectNow(paymentContext, charged.organizationId, charged.invoiceId);
  const { data: whole, ...rest } = answer;
  const data = whole as Fields;
  const result = (data['result'] ?? data) as Fields;
  // An attempt of before the request is no answer to it.
  if (!payment || secondsOf(payment.createdAt) < Number(result['retried_at'])) return answer;
  const view = { id: payment.id, state: payment.state, failure_code: payment.failureCode, decline_code: payment.declineCode };
  const chargedPart = await filled(paymentContext, result, charged, view);
  const complete = { ...rest, data: data['result'] ? { ...data, result: chargedPart } : chargedPart };
  return isLive(payment.state) ? complete : { status: complete.status, data: complete.data };
}
