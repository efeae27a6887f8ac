import type { GatewayDispute, GatewayRefund } from '#server/payments/gateway-objects.ts';
import { isPosted, organizationOfEffect, postOnce } from '#server/store/ledger-effects.ts';
import type { LedgerEntry } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPaymentByIntent } from '#server/store/payments.ts';
import { nowOf, type Money } from './context.ts';

const goneStates: readonly GatewayRefund['status'][] = ['pending', 'requires_action', 'succeeded'];

/**
 * Books a refund by its state. One of a top-up takes the credit back, at once, so that it can't be spent meanwhile; one of
 * anything else is given by an operator; one of a payment without effect is the platform's own.
 */
export async function bookRefund(money: Money, refund: GatewayRefund): Promise<void> {
  if (refund.paymentId === null) return;
  const payment = await findPaymentByIntent(money.db, refund.paymentId);
  const unappliedOf = await organizationOfEffect(money.db, `payment:${refund.paymentId}:unapplied`);
  const organizationId = unappliedOf ?? payment?.organizationId;
  if (organizationId === undefined) return;
  const account = unappliedOf !== null ? 'unapplied' : payment?.topUpId == null ? 'revenue' : 'customer_credit';
  const out = goneStates.includes(refund.status);
  await bookOutflow(money, organizationId, {
    key: `refund:${refund.id}`,
    out,
    description: 'Refund',
    entries: outflow(refund.amountCents, account),
  });
}

/** Inquiries move no money; a lost dispute keeps what it took. */
const withdrawn: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

/** Books a dispute by its state: what a bank takes back is taken from the credit, as debt where there is not enough. */
export async function bookDispute(money: Money, dispute: GatewayDispute): Promise<void> {
  const payment = dispute.paymentId === null ? null : await findPaymentByIntent(money.db, dispute.paymentId);
  if (!payment) return;
  const out = withdrawn.has(dispute.status);
  const entries = outflow(dispute.amountCents, 'customer_credit');
  await bookOutflow(money, payment.organizationId, { key: `dispute:${dispute.id}`, out, description: 'Disputed payment', entries });
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
}

async function bookOutflow(money: Money, organizationId: number, { key, out, description, entries }: Outflow): Promise<void> {
  const occurredAt = nowOf(money);
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (out) {
      await postOnce(tx, { organizationId, businessKey: key, description, occurredAt, entries });
    } else if (await isPosted(tx, key)) {
      const back = entries.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
      await postOnce(tx, {
        organizationId,
        businessKey: `${key}:reversed`,
        description: `${description} returned`,
        occurredAt,
        entries: back,
      });
    }
  });
}
