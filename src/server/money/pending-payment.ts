import type { Tier } from '#contract/types.ts';
import { openChange } from '#server/store/changes.ts';
import { livePayment } from '#server/store/payments.ts';
import type { Money } from './context.ts';
import { refresh } from './pay.ts';

export interface PendingPayment {
  readonly secret: string | null;
  /** What the change leads to. */
  readonly tier: Tier;
  readonly amountCents: number;
  /** The bank takes its time: nobody can go on with the payment or cancel it. */
  readonly isProcessing: boolean;
}

/**
 * The payment that the open change waits for; null as soon as there is none. The gateway is asked, so that a payment that
 * went through unseen is noticed here; when it can't be reached, what is stored counts.
 */
export async function pendingPayment(money: Money, organizationId: number): Promise<PendingPayment | null> {
  const change = await openChange(money.db, organizationId);
  if (!change) return null;
  const payment = await livePayment(money.db, { changeId: change.id });
  if (!payment || payment.intentId === null) return null;
  const current = await refresh(money, payment).catch((error: unknown) => {
    money.log.warn({ err: error, organization: organizationId }, 'the pending payment could not be read');
    return null;
  });
  const { secret, state, amountCents } = current ?? payment;
  return { secret, tier: change.tier, amountCents, isProcessing: state === 'processing' };
}
