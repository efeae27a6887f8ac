import type { GatewayDispute, GatewayRefund } from '#server/payments/gateway-objects.ts';
import type { Database } from '#server/store/database.ts';
import { isPosted, organizationOfEffect, postOnce } from '#server/store/ledger-effects.ts';
import type { LedgerEntry } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addDeadWork } from '#server/store/outbox.ts';
import { findPaymentByIntent } from '#server/store/payments.ts';
import { nowOf, realNow, type Money } from './context.ts';
import { settleIntent } from './settle-intent.ts';

const goneStates: readonly GatewayRefund['status'][] = ['pending', 'requires_action', 'succeeded'];

interface Booked {
  readonly organizationId: number;
  /** Where what goes back is taken from. */
  readonly account: LedgerEntry['account'];
}

async function findBooked(db: Database, intentId: string): Promise<Booked | null> {
  const unappliedOf = await organizationOfEffect(db, `payment:${intentId}:unapplied`);
  if (unappliedOf !== null) return { organizationId: unappliedOf, account: 'unapplied' };
  const payment = await findPaymentByIntent(db, intentId);
  if (payment?.state !== 'succeeded') return null;
  return { organizationId: payment.organizationId, account: payment.topUpId === null ? 'revenue' : 'customer_credit' };
}

/**
 * How a payment is booked of which money goes back. Its success may not have been heard of yet: then it is settled first, so
 * that nothing is taken back that was never given.
 */
async function bookedOf(money: Money, intentId: string): Promise<Booked | null> {
  const booked = await findBooked(money.db, intentId);
  if (booked) return booked;
  await settleIntent(money, intentId);
  return findBooked(money.db, intentId);
}

/**
 * Books a refund by its state. One of a top-up takes the credit back, at once, so that it can't be spent meanwhile; one of
 * anything else is given by an operator; one of a payment without effect is the platform's own.
 * @throws {Unreadable} while the gateway can't say what became of its payment
 */
export async function bookRefund(money: Money, refund: GatewayRefund): Promise<void> {
  const booked = refund.paymentId === null ? null : await bookedOf(money, refund.paymentId);
  if (!booked) return;
  await bookOutflow(money, booked.organizationId, {
    key: `refund:${refund.id}`,
    out: goneStates.includes(refund.status),
    description: 'Refund',
    entries: outflow(refund.amountCents, booked.account),
    ...(booked.account === 'unapplied' ? { returned: (tx: Database) => noteFailure(tx, money, booked, refund) } : {}),
  });
}

/** The money is here again, and a second refund would go the way of the first: an operator has to find another. */
async function noteFailure(tx: Database, { log }: Money, { organizationId }: Booked, refund: GatewayRefund): Promise<void> {
  const { id, paymentId, amountCents, failureReason } = refund;
  await addDeadWork(tx, {
    organizationId,
    kind: 'refund',
    subject: paymentId ?? '',
    details: { amount_cents: amountCents },
    lastError: `the refund ${id} has ${refund.status}: ${failureReason ?? 'no reason is given'}`,
    at: realNow(),
  });
  log.error(
    { event: 'refund_failed', refund: id, intent: paymentId, organization: organizationId, reason: failureReason },
    'the refund of a payment without effect has failed; an operator has to look',
  );
}

/** Inquiries move no money; a lost dispute keeps what it took. */
const withdrawn: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

/**
 * Books a dispute by its state: what a bank takes back is taken from the credit, as debt where there is not enough; from a
 * payment without effect it takes what was to go back anyway.
 * @throws {Unreadable} while the gateway can't say what became of its payment
 */
export async function bookDispute(money: Money, dispute: GatewayDispute): Promise<void> {
  const booked = dispute.paymentId === null ? null : await bookedOf(money, dispute.paymentId);
  if (!booked) return;
  await bookOutflow(money, booked.organizationId, {
    key: `dispute:${dispute.id}`,
    out: withdrawn.has(dispute.status),
    description: 'Disputed payment',
    entries: outflow(dispute.amountCents, booked.account === 'unapplied' ? 'unapplied' : 'customer_credit'),
  });
}

const outflow = (amountCents: number, from: LedgerEntry['account']): LedgerEntry[] => [
  { account: from, amountCents },
  { account: 'cash', amountCents: -amountCents },
];

interface Outflow {
  readonly key: string;
  /** Whether the money is gone now; one that was gone may have come back. */
  readonly out: boolean;
  readonly description: string;
  readonly entries: readonly LedgerEntry[];
  /** What follows where it comes back, in the same transaction. */
  readonly returned?: (tx: Database) => Promise<void>;
}

async function bookOutflow(money: Money, organizationId: number, outflow: Outflow): Promise<void> {
  const { key, out, description, entries, returned } = outflow;
  const occurredAt = nowOf(money);
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    // What has come back before its going was heard of is booked both ways: an answer from before that is late books nothing then.
    if (out || returned) await postOnce(tx, { organizationId, businessKey: key, description, occurredAt, entries });
    if (!out && (await isPosted(tx, key))) {
      const back = entries.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
      const posted = await postOnce(tx, {
        organizationId,
        businessKey: `${key}:reversed`,
        description: `${description} returned`,
        occurredAt,
        entries: back,
      });
      if (posted) await returned?.(tx);
    }
  });
}
