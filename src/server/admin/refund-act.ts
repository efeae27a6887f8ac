import type { AdminShape } from '#contract/admin/admin-types.ts';
import { secondsOf } from '#server/database/database.ts';
import { refundWithin } from '#server/payments/refunds/refund-payment.ts';
import { notFound } from '#server/platform-error.ts';
import { findPayment } from '#server/store/payments.ts';
import { refundedOf, sourceOfPayment } from '#server/store/refunds.ts';
import { targetOfPayment } from '#server/store/staff-actions.ts';
import type { StaffAct } from './staff-action.ts';

const ofInvoice = /^invoice:(.+)$/;

/** The gateway is called after the commit. */
export const refundAct: StaffAct<AdminShape<'RefundInput'>, AdminShape<'PaymentRefunded'>> = {
  kind: 'refund',
  find: async (db, id) => {
    const target = await targetOfPayment(db, id);
    if (!target) throw notFound('Payment');
    return target;
  },
  amountOf: (_, __, { amount_cents: cents }) => Promise.resolve(cents),
  perform: async (tx, { target, input: { reason }, amountCents, words, at }) => {
    const { organizationId } = target;
    const paymentId = target.paymentId ?? '';
    const before = await refundedOf(tx, organizationId, paymentId);
    const row = await refundWithin(tx, { organizationId, paymentId, amountCents, reason, description: words }, at);
    const payment = await findPayment(tx, { organizationId, id: paymentId });
    const source = payment ? await sourceOfPayment(tx, payment) : '';
    const refund = {
      id: row.id,
      payment: paymentId,
      amount_cents: amountCents,
      from_credit_cents: row.creditCents,
      state: row.state,
      reason,
      at: secondsOf(at),
    };
    return {
      data: (entries) => ({ refund, entries }),
      before: { payment: paymentId, refunded_cents: before },
      after: { payment: paymentId, refunded_cents: before + amountCents },
      invoiceId: ofInvoice.exec(source)?.[1] ?? null,
    };
  },
};
