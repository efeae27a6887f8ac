import type { Database } from '#server/store/database.ts';
import { postOnce } from '#server/store/ledger-effects.ts';
import { addWork } from '#server/store/outbox.ts';
import { nowOf, type Money } from './context.ts';

interface WithoutEffect {
  readonly organizationId: number;
  readonly intentId: string;
  readonly amountCents: number;
  readonly description: string;
}

/**
 * Books money that came in without an effect, and has it refunded; once per intent, whoever finds it. The caller holds the
 * organization's lock.
 * @returns whether that happened now
 */
export async function giveBack(
  tx: Database,
  money: Money,
  { organizationId, intentId, amountCents, description }: WithoutEffect,
): Promise<boolean> {
  const posted = await postOnce(tx, {
    organizationId,
    businessKey: `payment:${intentId}:unapplied`,
    description,
    occurredAt: nowOf(money),
    entries: [
      { account: 'cash', amountCents },
      { account: 'unapplied', amountCents: -amountCents },
    ],
  });
  if (posted) await addWork(tx, { organizationId, kind: 'refund', subject: intentId, details: { amount_cents: amountCents } });
  return posted;
}
