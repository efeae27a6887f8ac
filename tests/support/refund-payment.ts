import { nowOf, type PaymentContext } from '#server/payments/context.ts';
import { refundWithin, type RefundRequest } from '#server/payments/refunds/refund-payment.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { RefundRow } from '#server/store/refunds.ts';

/** Needs no staff request. After the commit, the function wakes the worker that calls the gateway. */
export async function refundPayment(payments: PaymentContext, request: RefundRequest): Promise<RefundRow> {
  const refund = await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, request.organizationId);
    return refundWithin(tx, request, nowOf(payments));
  });
  payments.wake();
  return refund;
}
