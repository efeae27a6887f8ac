import type { Database } from '#server/database/database.ts';
import { postOnce } from '#server/store/ledger.ts';
import { addDeadWork, addWork } from '#server/store/outbox.ts';
import { nowOf, realNow, type PaymentContext } from '#server/payments/context.ts';

interface WithoutEffect {
  readonly organizationId: number;
  readonly intentId: string;
  readonly amountCents: number;
  readonly description: string;
}

/**
 * Refunds at most once per intent. The caller must hold the organization lock.
 * @returns whether this call booked the refund
 */
export async function refundUnapplied(tx: Database, payments: PaymentContext, payment: WithoutEffect): Promise<boolean> {
  const { organizationId, intentId, amountCents } = payment;
  const posted = await bookUnapplied(tx, payments, payment);
  if (posted) await addWork(tx, { organizationId, kind: 'refund', subject: intentId, details: { amount_cents: amountCents } });
  return posted;
}

/**
 * Books a payment of unknown purpose, which an operator must settle. The purpose can be missing if this database is a copy or was restored.
 * @returns whether this call booked the payment
 */
export async function holdUnknown(tx: Database, payments: PaymentContext, payment: WithoutEffect): Promise<boolean> {
  const { organizationId, intentId, amountCents } = payment;
  const posted = await bookUnapplied(tx, payments, payment);
  if (posted)
    await addDeadWork(tx, {
      organizationId,
      kind: 'unknown_payment',
      subject: intentId,
      details: { amount_cents: amountCents },
      lastError: 'this database does not know what it was for',
      at: realNow(),
    });
  return posted;
}

function bookUnapplied(
  tx: Database,
  payments: PaymentContext,
  { organizationId, intentId, amountCents, description }: WithoutEffect,
): Promise<boolean> {
  return postOnce(tx, {
    organizationId,
    businessKey: `payment:${intentId}:unapplied`,
    description,
    occurredAt: nowOf(payments),
    entries: [
      { account: 'cash', amountCents },
      { account: 'unapplied', amountCents: -amountCents },
    ],
  });
}
