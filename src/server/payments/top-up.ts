import type { Shape } from '#contract/types.ts';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { PlatformError } from '#server/platform-error.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, insertTopUp, latestPayment, unfinishedTopUps } from '#server/store/payments.ts';
import { runIdempotent, type IdempotentRequest, type IdempotentAnswer } from './idempotent-request.ts';
import { saveBillingDetails } from './billing-details.ts';
import { passCaptcha, countAgainst } from './guards.ts';
import { refuseCardTesting } from './card-testing.ts';
import { chooseMethod, methodToCharge, type ChosenMethod } from './chosen-method.ts';
import { laterBy, nowOf, type PaymentContext } from './context.ts';
import { refuseChargesWhilePaused } from './gateway-calls.ts';
import { newId } from './ids.ts';
import { completeProposal } from './proposals.ts';
import { cancelPayment } from './charge.ts';
import { chargeAndDescribe } from './payment-status.ts';

type Body = Shape<'TopUpRequest'>;

const payLifeMs = 15 * 60_000;

interface TopUpRequest extends IdempotentRequest {
  readonly body: Body;
}

export function topUp(payments: PaymentContext, request: TopUpRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: (recordSubject) => begin(payments, request, recordSubject),
    finish: (topUpId) => finish(payments, request.organizationId, topUpId),
    isPending: ({ data }) => (data as Shape<'TopUp'>).status !== 'succeeded',
  });
}

async function begin(
  payments: PaymentContext,
  request: TopUpRequest,
  recordSubject: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  const { organizationId, memberId, idempotencyKey, body } = request;
  await refuseChargesWhilePaused(payments);
  await countAgainst(payments, 'top_up', request);
  await refuseCardTesting(payments.db, request, true);
  await passCaptcha(payments, { organizationId, key: idempotencyKey }, body.hcaptcha_token, 'body.hcaptcha_token');
  const chosen = await chooseMethod(payments, request, body.payment_method_id, 'body.payment_method_id');
  await saveBillingDetails(payments, organizationId, { billing_name: body.billing_name, address: body.address, tax_id: body.tax_id });
  await cancelUnfinished(payments, organizationId, memberId);
  const order = {
    organizationId,
    memberId,
    amountCents: body.amount * CENTS_PER_DOLLAR,
    savesCard: body.save_card ?? true,
    proposalId: body.proposal_id ?? null,
  };
  return payments.db.transaction((tx) => open(tx, payments, order, chosen, recordSubject));
}

/**
 * Cancels the member's unfinished top-ups, because they could still be paid. If the gateway is unavailable, they expire without a charge.
 * @throws {PlatformError} 409 if one of these top-ups was paid in the meantime, so that no member buys twice by accident
 */
async function cancelUnfinished(payments: PaymentContext, organizationId: number, memberId: number): Promise<void> {
  for (const payment of await unfinishedTopUps(payments.db, organizationId, memberId)) {
    const ended = await cancelPayment(payments, payment, 'canceled');
    if (ended?.state !== 'succeeded' && ended?.state !== 'processing') continue;
    const paid = ended.state === 'succeeded' ? 'has just been paid' : 'is being processed by the bank';
    throw new PlatformError('conflict', `This top-up was not begun: an earlier one of ${formatWholeDollars(payment.amountCents)} ${paid}`);
  }
}

async function open(
  tx: Database,
  payments: PaymentContext,
  {
    organizationId,
    memberId,
    amountCents,
    savesCard,
    proposalId,
  }: { organizationId: number; memberId: number; amountCents: number; savesCard: boolean; proposalId: string | null },
  chosen: ChosenMethod,
  recordSubject: (tx: Database, subject: string) => Promise<void>,
): Promise<string> {
  await lockOrganization(tx, organizationId);
  const method = await methodToCharge(tx, organizationId, chosen, 'body.payment_method_id');
  const createdAt = nowOf(payments);
  const expiresAt = laterBy(createdAt, payLifeMs);
  const id = newId('tu');
  if (proposalId !== null) {
    const agreed = { subject: id, dueCents: amountCents };
    await completeProposal(tx, { organizationId, id: proposalId, act: 'top_up', amountCents }, agreed, secondsOf(createdAt));
  }
  await insertTopUp(tx, { id, organizationId, memberId, amountCents, createdAt, expiresAt });
  await insertPayment(tx, {
    id: newId('pay'),
    organizationId,
    topUpId: id,
    channel: 'intent',
    amountCents,
    methodId: method.id,
    keepsMethod: method.isNew && savesCard,
    offSession: false,
    createdAt,
    expiresAt,
  });
  await recordSubject(tx, id);
  return id;
}

async function finish(payments: PaymentContext, organizationId: number, topUpId: string): Promise<IdempotentAnswer> {
  const payment = await latestPayment(payments.db, { organizationId, topUpId });
  if (!payment) throw new Error(`Top-up ${topUpId} has no payment`);
  return { status: 201, data: await chargeAndDescribe(payments, payment, 'The top-up was canceled') };
}
