import { secondsOf } from '#server/database/database.ts';
import { isLive } from '#server/domain/state-steps.ts';
import { collectNow } from '#server/payments/collect.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { staffInvoice } from '#server/store/staff-actions.ts';
import type { ChargedInvoice } from './admin-handler.ts';
import type { KeptAnswer } from './idempotent-admin-request.ts';

type Fields = Readonly<Record<string, any>>;

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

/** Charges the invoice after the commit and adds the payment to the response. A repeated request gets the payment of the first request. */
export async function withCharge(paymentContext: PaymentContext, answer: KeptAnswer, charged: ChargedInvoice): Promise<KeptAnswer> {
  const payment = await collectNow(paymentContext, charged.organizationId, charged.invoiceId);
  const { data: whole, ...rest } = answer;
  const data = whole as Fields;
  const result = (data['result'] ?? data) as Fields;
  // A payment that is older than `retried_at` is not from this action. The action charged nothing, and the response stays unchanged.
  if (!payment || secondsOf(payment.createdAt) < Number(result['retried_at'])) return answer;
  const view = { id: payment.id, state: payment.state, failure_code: payment.failureCode, decline_code: payment.declineCode };
  const chargedPart = await filled(paymentContext, result, charged, view);
  const complete = { ...rest, data: data['result'] ? { ...data, result: chargedPart } : chargedPart };
  return isLive(payment.state) ? complete : { status: complete.status, data: complete.data };
}
