import { issueCreditNote } from '#server/billing/invoices/credit-notes.ts';
import { instantOf } from '#server/database/database.ts';
import { COMMAND } from '#server/domain/staff/people.ts';
import { staffWords } from '#server/domain/staff/staff-rules.ts';
import { newId } from '#server/payments/ids.ts';
import { refundWithin } from '#server/payments/refunds/refund-payment.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { creditEntries, postWithin } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { latestPaidInvoice, latestTopUpPayment } from '#server/store/backdate.ts';
import { insertStaffAction } from '#server/store/staff-actions.ts';
import { paymentsOf, type YearScene } from '#server/seed/cast.ts';

export interface StaffAct {
  readonly kind: 'credit' | 'credit_note' | 'refund';
  readonly cents: number;
  readonly reason: string;
}

export async function actAsStaff(scene: YearScene, { kind, cents, reason }: StaffAct): Promise<void> {
  const { db } = paymentsOf(scene);
  const { id: organizationId } = scene.organization;
  const id = newId('sa');
  const at = instantOf(scene.atSeconds);
  const words = staffWords[kind](cents, reason);
  await lockOrganization(db, organizationId);
  const before = (await billedSubscription(db, organizationId)).balanceCents;
  const subject: { invoiceId: string | null; paymentId: string | null } = { invoiceId: null, paymentId: null };
  if (kind === 'credit') {
    const source = `staff:${id}`;
    const entries = creditEntries('goodwill', cents);
    await postWithin(db, [{ organizationId, businessKey: source, description: words, occurredAt: at, source, entries }]);
  } else if (kind === 'credit_note') {
    subject.invoiceId = await latestPaidInvoice(db, organizationId);
    const note = { organizationId, invoiceId: subject.invoiceId, changeId: null, amountCents: cents, reason, description: words, at };
    await issueCreditNote(db, note);
  } else {
    subject.paymentId = await latestTopUpPayment(db, organizationId);
    await refundWithin(db, { organizationId, paymentId: subject.paymentId, amountCents: cents, reason, description: words }, at);
  }
  const after = (await billedSubscription(db, organizationId)).balanceCents;
  await insertStaffAction(db, {
    id,
    organizationId,
    kind,
    ...subject,
    amountCents: cents,
    reason,
    words,
    keyId: COMMAND,
    before: { balance_cents: before },
    after: { balance_cents: after },
    createdAt: at,
  });
}
