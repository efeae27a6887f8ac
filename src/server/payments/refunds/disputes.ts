import { sumCents } from '#lib/money.ts';
import { creditToHold } from '#server/domain/credit-sources.ts';
import { canMove, disputeSteps } from '#server/domain/state-steps.ts';
import type { GatewayDispute } from '#server/gateway/gateway-objects.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { heldWords, holdNewCredit, postDispute, postHeld } from '#server/store/disputes/dispute-holds.ts';
import { creditsLeft, postOnce, sourceOfInvoice } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import {
  closeDispute,
  insertDispute,
  isDisputed,
  lockDispute,
  sourceOfPayment,
  withheldChanges,
  type DisputeRow,
} from '#server/store/refunds.ts';
import { nowOf, type PaymentContext } from '#server/payments/context.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

/** In these states, the bank has withdrawn the money but has not decided the dispute. */
const openStates: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/**
 * An open dispute holds credit. If the dispute is lost, the amount above the held credit becomes debt. If it is won, the held credit is
 * released.
 */
export async function settleDispute(
  payments: PaymentContext,
  payment: PaymentRow,
  { id, status, amountCents }: GatewayDispute,
): Promise<void> {
  const isOpen = openStates.has(status);
  const at = nowOf(payments);
  await payments.db.transaction(async (tx) => {
    const { organizationId } = payment;
    await lockOrganization(tx, organizationId);
    const known = await lockDispute(tx, { organizationId, id });
    // Inquiries, and disputes that were won before the platform first received them, move no money.
    if (!known && !isOpen && status !== 'lost') return;
    const dispute = known ?? (await open(tx, payment, id, amountCents, at));
    const notice = { organizationId, atSeconds: secondsOf(at) };
    const facts = { disputeId: id, amountCents: dispute.amountCents };
    if (!known) await writeNotice(tx, { ...notice, kind: 'dispute_opened', key: id, facts });
    const outcome = status === 'lost' ? 'lost' : 'won';
    if (isOpen || !canMove(disputeSteps, dispute.state, outcome)) return;
    if (outcome === 'lost') await lose(tx, dispute, at);
    else await win(tx, dispute, at);
    await writeNotice(tx, { ...notice, kind: 'dispute_closed', key: `${id}-${outcome}`, facts: { ...facts, outcome } });
    await releaseWithheld(tx, dispute, at);
    // Released credit may pay overdue invoices.
    await requestReview(tx, organizationId, secondsOf(at));
  });
}

async function open(tx: Database, payment: PaymentRow, id: string, amountCents: number, at: Date): Promise<DisputeRow> {
  const { organizationId } = payment;
  const source = await sourceOfPayment(tx, payment);
  const isUnusedTime = (each: string): boolean => each.startsWith(sourceOfInvoice(''));
  const held = creditToHold(source, amountCents, await creditsLeft(tx, organizationId), isUnusedTime);
  const heldCents = sumCents(held.map(({ cents }) => cents));
  const row = { id, organizationId, paymentId: payment.id, source, amountCents, heldCents, state: 'open', openedAt: at } as const;
  const dispute = await insertDispute(tx, row);
  const ownCents = held.find((each) => each.source === source)?.cents ?? 0;
  await postDispute(tx, dispute, '', heldWords, at, [
    { account: 'customer_credit', amountCents: ownCents },
    { account: 'disputed', amountCents: amountCents - ownCents },
    { account: 'cash', amountCents: -amountCents },
  ]);
  for (const each of held) if (each.source !== source) await postHeld(tx, dispute, { by: each.source, ...each, at });
  return dispute;
}

async function lose(tx: Database, dispute: DisputeRow, at: Date): Promise<void> {
  await closeDispute(tx, dispute, 'lost', at);
  const restCents = dispute.amountCents - dispute.heldCents;
  if (restCents === 0) return;
  await postDispute(tx, dispute, ':lost', 'Disputed payment lost', at, [
    { account: 'customer_credit', amountCents: restCents },
    { account: 'disputed', amountCents: -restCents },
  ]);
}

/** A bank can return the money even if the dispute was lost before. */
async function win(tx: Database, dispute: DisputeRow, at: Date): Promise<void> {
  const { state, amountCents } = dispute;
  await closeDispute(tx, dispute, 'won', at);
  const backCents = state === 'open' ? dispute.heldCents : amountCents;
  await postDispute(tx, dispute, ':won', 'Disputed payment won', at, [
    { account: 'cash', amountCents },
    { account: 'customer_credit', amountCents: -backCents },
    { account: 'disputed', amountCents: backCents - amountCents },
  ]);
  await holdNewCredit(tx, { ...dispute, by: `${dispute.id}:won`, cents: backCents, at });
}

/**
 * Grants the credit for unused time that was withheld during the dispute. Now the bank has returned the money, or the organization owes it.
 */
async function releaseWithheld(tx: Database, { organizationId, source }: DisputeRow, at: Date): Promise<void> {
  if (await isDisputed(tx, organizationId, source)) return;
  for (const { id, withheldCents } of await withheldChanges(tx, organizationId, source)) {
    const posted = await postOnce(tx, {
      organizationId,
      businessKey: `change:${id}:released`,
      description: 'Unused time, after a dispute',
      occurredAt: at,
      source,
      entries: [
        { account: 'revenue', amountCents: withheldCents },
        { account: 'customer_credit', amountCents: -withheldCents },
      ],
    });
    if (posted) await holdNewCredit(tx, { organizationId, by: `${id}:released`, source, cents: withheldCents, at });
  }
}
