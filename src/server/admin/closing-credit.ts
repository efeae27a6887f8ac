import type { AdminShape } from '#contract/admin/admin-types.ts';
import { highestRefund } from '#server/domain/refund-split.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { creditsGiven, creditsLeft, postOnce } from '#server/store/ledger.ts';
import { paymentOfTopUp } from '#server/store/payments.ts';
import { refundablePayment } from '#server/store/refunds.ts';
import { pendingApprovalOf } from '#server/store/staff/approvals.ts';
import type { AdminParts } from './admin-handler.ts';
import { refundAct } from './refund-act.ts';
import { doStaffAction } from './staff-action.ts';

type ClosingRefund = AdminShape<'ClosingDryRun'>['refunds'][number];

const topUpPrefix = 'top-up:';
const refundReason = 'The organization is closed';

/** Removes unused credit that was granted without a payment. The caller must hold the organization lock. @returns the removed cents */
export async function endGivenCredit(tx: Database, organizationId: number, nowSeconds: number): Promise<number> {
  const givenSources = await creditsGiven(tx, organizationId);
  let endedCents = 0;
  for (const [source, cents] of await creditsLeft(tx, organizationId)) {
    if (!givenSources.has(source)) continue;
    const isPosted = await postOnce(tx, {
      organizationId,
      businessKey: `closing:${source}`,
      description: 'Given credit ended with the organization',
      occurredAt: instantOf(nowSeconds),
      source,
      entries: [
        { account: 'customer_credit', amountCents: cents },
        { account: 'goodwill', amountCents: -cents },
      ],
    });
    if (isPosted) endedCents += cents;
  }
  return endedCents;
}

/** Refunds unused top-ups, newest first. Refunds above a limit wait for approval. The caller must hold the organization lock. */
export async function refundTopUps(parts: AdminParts, organizationId: number): Promise<ClosingRefund[]> {
  const { db: tx } = parts;
  const refunds: ClosingRefund[] = [];
  for (const [source, leftCents] of [...(await creditsLeft(tx, organizationId))].reverse()) {
    if (!source.startsWith(topUpPrefix)) continue;
    const payment = await paymentOfTopUp(tx, organizationId, source.slice(topUpPrefix.length));
    if (!payment) continue;
    const amountCents = Math.min(leftCents, highestRefund(await refundablePayment(tx, payment, source)));
    if (amountCents <= 0) continue;
    const refund = { payment: payment.id, amount_cents: amountCents };
    const known = await pendingApprovalOf(tx, { organizationId, kind: 'refund', subject: payment.id });
    if (known !== null) {
      refunds.push({ ...refund, approval: known });
      continue;
    }
    const { data } = await doStaffAction(refundAct, payment.id, { amount_cents: amountCents, reason: refundReason }, parts);
    refunds.push({ ...refund, approval: 'approval' in data ? data.approval.id : null });
  }
  return refunds;
}
