import type { Shape } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import type { Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { findInvoice } from '#server/store/invoices/invoices.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPayment, insertPayment, type PaymentRow } from '#server/store/payments.ts';
import { refuseCardTesting } from '#server/payments/card-testing.ts';
import { cancelPayment } from '#server/payments/charge.ts';
import { chooseMethod, methodToCharge, type ChosenMethod } from '#server/payments/chosen-method.ts';
import { laterBy, nowOf, type PaymentContext } from '#server/payments/context.ts';
import { gatewayUnreachable, refuseChargesWhilePaused } from '#server/payments/gateway-calls.ts';
import { countAgainst, passCaptcha } from '#server/payments/guards.ts';
import { runIdempotent, type IdempotentAnswer, type IdempotentRequest } from '#server/payments/idempotent-request.ts';
import { newId } from '#server/payments/ids.ts';
import { beingPaid, lockPayable, refuseUnchargeable, waitsForPayer } from './payable-invoice.ts';
import { chargeAndDescribe } from '#server/payments/payment-status.ts';

interface InvoicePaymentRequest extends IdempotentRequest {
  readonly invoiceId: string;
  readonly body: Shape<'InvoicePayment'>;
}

type RecordSubject = (tx: Database, subject: string) => Promise<void>;

const payLifeMs = 15 * 60_000;
const closingTries = 3;

/** Charges an invoice on-session, once, with exactly the requested amount. */
export function payInvoice(payments: PaymentContext, request: InvoicePaymentRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: (recordSubject) => begin(payments, request, recordSubject),
    finish: (id) => finish(payments, request, id),
    isPending: ({ data }) => (data as Shape<'InvoicePaymentStatus'>).status !== 'succeeded',
  });
}

async function begin(payments: PaymentContext, request: InvoicePaymentRequest, recordSubject: RecordSubject): Promise<string> {
  const { organizationId, idempotencyKey, body } = request;
  const token = body.hcaptcha_token;
  await refuseChargesWhilePaused(payments);
  await countAgainst(payments, 'pay_invoice', request);
  if (!(await findInvoice(payments.db, organizationId, request.invoiceId))) throw notFound('Invoice');
  if (token !== undefined) await passCaptcha(payments, { organizationId, key: idempotencyKey }, token, 'body.hcaptcha_token');
  await refuseCardTesting(payments.db, request, token !== undefined);
  const chosen = await chooseMethod(payments, request, body.payment_method_id, 'body.payment_method_id', { mayBeNew: false });
  for (let tries = 0; tries < closingTries; tries += 1) {
    const opened = await payments.db.transaction((tx) => open(tx, payments, request, chosen, recordSubject));
    if (opened.kind === 'written') return opened.id;
    // Closes the other payment first. Otherwise, the invoice could be paid twice: with this card, and by the other payment, whose page or
    // challenge is still open.
    if ((await cancelPayment(payments, opened.payment, 'canceled')) === null) throw gatewayUnreachable();
  }
  throw beingPaid();
}

type Opened = { readonly kind: 'written'; readonly id: string } | { readonly kind: 'waiting'; readonly payment: PaymentRow };

/** Stores the payment under the organization lock, unless another payment must be closed first. */
async function open(
  tx: Database,
  payments: PaymentContext,
  { organizationId, invoiceId, body }: InvoicePaymentRequest,
  chosen: ChosenMethod,
  recordSubject: RecordSubject,
): Promise<Opened> {
  await lockOrganization(tx, organizationId);
  const { invoice, live } = await lockPayable(tx, organizationId, invoiceId);
  refuseUnchargeable(invoice);
  const { amountDueCents: amountCents } = invoice;
  if (amountCents !== body.amount)
    throw new PlatformError('conflict', `This invoice has changed. Now ${formatCents(amountCents)} is due.`, {
      fields: [{ path: 'body.amount', message: `is now ${amountCents}` }],
    });
  if (live && waitsForPayer(live)) return { kind: 'waiting', payment: live };
  if (live) throw beingPaid();
  const method = await methodToCharge(tx, organizationId, chosen, 'body.payment_method_id');
  const createdAt = nowOf(payments);
  const { id } = await insertPayment(tx, {
    id: newId('pay'),
    organizationId,
    invoiceId,
    channel: 'intent',
    amountCents,
    methodId: method.id,
    offSession: false,
    createdAt,
    expiresAt: laterBy(createdAt, payLifeMs),
  });
  await recordSubject(tx, id);
  return { kind: 'written', id };
}

async function finish(payments: PaymentContext, { organizationId }: InvoicePaymentRequest, id: string): Promise<IdempotentAnswer> {
  const payment = await findPayment(payments.db, { organizationId, id });
  if (!payment) throw new Error(`Payment ${id} is gone`);
  return { status: 200, data: await chargeAndDescribe(payments, payment, 'The payment was canceled') };
}
