import { emailKey, sentEmail } from '#contract/email-address.ts';
import { clocksDifferMs } from '#server/store/background-jobs.ts';
import type { GatewayRefund } from '#server/gateway/gateway-objects.ts';
import type { GatewayError, GatewayResult } from '#server/gateway/gateway-result.ts';
import { detailsOf, forgetGatewayId, type CustomerRow } from '#server/store/customers.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { readRecipients } from '#server/store/notices/recipients.ts';
import { markWorkDead, finishWork, delayWork, takeWork, type Work } from '#server/store/outbox.ts';
import { closeSetups, moveMethod } from '#server/store/payment-methods.ts';
import { findPaymentByIntent, isMethodInUse } from '#server/store/payments.ts';
import type { WorkKind } from '#server/database/tables/gateway-work.ts';
import { refreshCards } from './cards.ts';
import { laterBy, pauseOf, realNow, type PaymentContext } from './context.ts';
import { ownCustomer } from './customer.ts';
import { codeOf, codeOfGateway, isServerFailure, isTemporary } from './gateway-calls.ts';
import { bookRefund, returnRefusedRefund } from '#server/payments/refunds/refunds-and-disputes.ts';
import { refreshPayment } from './charge.ts';

const holdMs = 60_000;
const batch = 50;
const firstPauseMs = 1000;
const longestPauseMs = 10 * 60_000;

export const pauseAfter = (attempts: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 20));

type Result = GatewayResult<unknown>;
const done: Result = { ok: true, value: null };

const kinds: Readonly<Record<WorkKind, (payments: PaymentContext, work: Work) => Promise<Result>>> = {
  sync_customer: syncCustomer,
  sweep_tax_ids: sweepTaxIds,
  sync_methods: async (payments, { organizationId }) => {
    await refreshCards(payments, organizationId);
    return done;
  },
  delete_customer: async ({ db, gateway }, { subject, organizationId }) => {
    const deleted = await gateway.deleteCustomer(subject);
    if (deleted.ok) await forgetGatewayId(db, organizationId);
    return deleted;
  },
  delete_tax_id: async (payments, { subject, organizationId }) => {
    const { gatewayId } = await ownCustomer(payments, organizationId);
    return gatewayId === null ? done : payments.gateway.deleteTaxId(gatewayId, subject);
  },
  detach_method: async ({ db, gateway }, { subject, organizationId }) => {
    // New payments cannot use this card, but an earlier payment with it may still be in progress.
    if (await isMethodInUse(db, organizationId, subject)) return notYet('a payment with this card is under way');
    const result = await gateway.detachPaymentMethod(subject);
    const gone = result.ok || result.error.kind === 'not_found' || (await isDetached(gateway, subject));
    if (gone) await moveMethod(db, organizationId, subject, 'detached');
    return gone ? done : result;
  },
  cancel_intent: async (payments, { subject }) => {
    const result = await payments.gateway.cancelPayment(subject);
    if (result.ok) return result;
    if (isTemporary(result.error) && !(isServerFailure(result.error) && (await isOver(payments.gateway, subject)))) return result;
    // An ended payment cannot be canceled. If it succeeded, the refresh settles it.
    const payment = await findPaymentByIntent(payments.db, subject);
    return payment && (await refreshPayment(payments, payment)) === null ? result : done;
  },
  cancel_setup: async (payments, { subject, organizationId }) => {
    const { db, gateway } = payments;
    const result = await gateway.cancelSetup(subject);
    const isUnclear = !result.ok && isTemporary(result.error);
    if (isUnclear && !(isServerFailure(result.error) && (await isSetupOver(gateway, subject)))) return result;
    // An ended setup cannot be canceled. If it succeeded, the refresh stores the card.
    if (!result.ok) await refreshCards(payments, organizationId);
    await closeSetups(db, organizationId, [subject], 'canceled');
    return done;
  },
  // Operators settle unknown payments, so no gateway call is needed.
  unknown_payment: () => Promise.resolve(done),
  refund: sendRefund,
};

const isRefundedAlready = (error: GatewayError): boolean => error.kind === 'invalid_request' && error.code === 'charge_already_refunded';

async function bookFoundRefunds(
  payments: PaymentContext,
  paymentId: string,
  matches: (refund: GatewayRefund) => boolean,
): Promise<Result | null> {
  const listed = await payments.gateway.listRefunds(paymentId);
  if (!listed.ok) return listed;
  const found = listed.value.filter(matches);
  for (const refund of found) await bookRefund(payments, refund);
  return found.length > 0 ? done : null;
}

/** After an unclear response, looks the refund up by its ID, because the totals of a payment mix several refunds. */
async function sendRefund(payments: PaymentContext, { subject, details, attempts, organizationId }: Work): Promise<Result> {
  const amountCents = Number(details['amount_cents']);
  const paymentId = String(details['intent'] ?? subject);
  const isRequested = paymentId !== subject;
  const metadata: Record<string, string> = isRequested ? { reason: 'requested', refund: subject } : { reason: 'without_effect' };
  const isOwn = ({ metadata: found }: GatewayRefund): boolean =>
    isRequested ? found['refund'] === subject : found['reason'] === 'without_effect';
  // Looks for a refund of an earlier attempt. The idempotency key may not prevent a second refund: the gateway deletes it after a day.
  const before = attempts > 1 ? await bookFoundRefunds(payments, paymentId, isOwn) : null;
  if (before !== null) return before;
  const result = await payments.gateway.createRefund({ paymentId, amountCents, metadata }, `refund:${subject}`);
  if (result.ok) {
    await bookRefund(payments, result.value);
    return result;
  }
  const refusedAsRefunded = isRefundedAlready(result.error);
  if (isServerFailure(result.error) || refusedAsRefunded) {
    // A payment without effect is refunded in full. If an operator has already refunded it at the gateway, nothing is left to do.
    const completes = (refund: GatewayRefund): boolean => isOwn(refund) || (!isRequested && refusedAsRefunded);
    const found = await bookFoundRefunds(payments, paymentId, completes);
    if (found !== null) return found;
  }
  // A permanent refusal (for example because the charge was disputed) returns the deducted credit.
  if (!isTemporary(result.error) && isRequested) await returnRefusedRefund(payments, organizationId, subject);
  return result;
}

async function isOver(gateway: PaymentContext['gateway'], paymentId: string): Promise<boolean> {
  const read = await gateway.retrievePayment(paymentId);
  return read.ok && (read.value.status === 'canceled' || read.value.status === 'succeeded');
}

async function isSetupOver(gateway: PaymentContext['gateway'], setupId: string): Promise<boolean> {
  const read = await gateway.retrieveSetup(setupId);
  return read.ok && (read.value.status === 'canceled' || read.value.status === 'succeeded');
}

async function isDetached(gateway: PaymentContext['gateway'], id: string): Promise<boolean> {
  const read = await gateway.retrievePaymentMethod(id);
  return read.ok ? read.value.customerId === null : read.error.kind === 'not_found';
}

async function syncCustomer(payments: PaymentContext, { id, attempts, organizationId }: Work): Promise<Result> {
  const customer = await ownCustomer(payments, organizationId);
  const { gatewayId } = customer;
  if (gatewayId === null) return done;
  const { name, billingEmail } = await findOrganization(payments.db, organizationId);
  const { billingName, address } = detailsOf(customer);
  // The gateway may send receipts to the addresses, so unconfirmed addresses are not copied.
  const { unconfirmed } = await readRecipients(payments.db, organizationId);
  const isConfirmed = billingEmail !== null && !unconfirmed.has(emailKey(billingEmail));
  const input = {
    name: billingName ?? name,
    email: isConfirmed ? sentEmail(billingEmail) : null,
    address: address && {
      line1: address.line1,
      line2: address.line2 ?? null,
      city: address.city ?? null,
      state: address.state ?? null,
      postalCode: address.postal_code ?? null,
      country: address.country,
    },
  };
  return payments.gateway.updateCustomer(gatewayId, input, `sync:${customer.key}:${id}:${attempts}`);
}

const notYet = (message: string): Result => ({ ok: false, error: { kind: 'conflict', code: null, message, requestId: null } });
const isSavingTaxId = notYet('a tax ID is being saved');

const isBeingSaved = ({ taxIdPendingUntil }: CustomerRow): boolean => taxIdPendingUntil !== null && taxIdPendingUntil > realNow();

async function sweepTaxIds(payments: PaymentContext, { organizationId }: Work): Promise<Result> {
  const before = await ownCustomer(payments, organizationId);
  if (before.gatewayId === null) return done;
  if (isBeingSaved(before)) return isSavingTaxId;
  const listed = await payments.gateway.listTaxIds(before.gatewayId);
  if (!listed.ok) return listed;
  // Reads the customer after the list. If a save has created one of the listed tax IDs, the customer then shows this save.
  const now = await ownCustomer(payments, organizationId);
  if (isBeingSaved(now) || now.taxIdGatewayId !== before.taxIdGatewayId) return isSavingTaxId;
  for (const { id } of listed.value) {
    if (id === now.taxIdGatewayId) continue;
    const deleted = await payments.gateway.deleteTaxId(before.gatewayId, id);
    if (!deleted.ok) return deleted;
  }
  return done;
}

/**
 * @param organizationId if given, only its work runs
 * @returns the number of entries that ran
 */
export async function runOutbox(payments: PaymentContext, organizationId?: number): Promise<number> {
  if (pauseOf(payments) !== null) return 0;
  const now = realNow();
  const dueBy = organizationId === undefined ? now : laterBy(now, clocksDifferMs);
  const works = await takeWork(payments.db, dueBy, { until: laterBy(now, holdMs), by: payments.processId }, batch, organizationId);
  for (const work of works) await runOne(payments, work);
  return works.length;
}

async function runOne(payments: PaymentContext, work: Work): Promise<void> {
  const { kind, subject, attempts } = work;
  const putOff = (why: string) => delayWork(payments.db, work, laterBy(realNow(), pauseAfter(attempts)), why);
  try {
    const result = await kinds[kind](payments, work);
    if (result.ok) return await finishWork(payments.db, work);
    const why = codeOfGateway(result.error);
    if (isTemporary(result.error)) return await putOff(why);
    await markWorkDead(payments.db, work, why);
    payments.log.error(
      { event: 'gateway_refused_work', kind, subject, why },
      'the gateway refuses the work permanently; an operator must check it',
    );
  } catch (error) {
    payments.log.warn({ err: error, kind, subject }, 'work for the gateway failed');
    await putOff(codeOf(error));
  }
}
