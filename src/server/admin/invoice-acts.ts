import type { AdminShape } from '#contract/admin/admin-types.ts';
import { leastChargeCents } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { chargeRefusal, type ChargeRefusal } from '#server/billing/invoices/collectable.ts';
import { isPayable, lockInvoice, retryNow, type PayableInvoice } from '#server/billing/invoices/collections.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { writeOffEndings, giveUpInvoice, type WriteOff } from '#server/billing/invoices/write-off.ts';
import { invoiceRefusal, type InvoiceAct } from '#server/domain/state-steps.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { openChange } from '#server/store/changes.ts';
import { defaultMethod } from '#server/store/payment-methods.ts';
import { targetOfInvoice, type StaffTarget } from '#server/store/staff-actions.ts';
import { type StaffActionResult, type StaffActionInput, type StaffAct } from './staff-action.ts';
import { invoiceAnswer } from './staff-invoice-view.ts';

type Input = AdminShape<'StaffReasonInput'>;

/** @throws {PlatformError} 404; 409 if the invoice's state does not allow the action */
async function requireUnpaid(tx: Database, { organizationId, invoiceId }: StaffTarget, act: InvoiceAct): Promise<PayableInvoice> {
  const invoice = await lockInvoice(tx, organizationId, invoiceId ?? '');
  if (!invoice) throw notFound('Invoice');
  const refusal = invoiceRefusal(invoice.status, act) ?? (isPayable(invoice) ? null : 'Nothing is owed on this invoice');
  if (refusal) throw new PlatformError('conflict', refusal);
  if (invoice.isProcessing)
    throw new PlatformError('conflict', 'A payment of this invoice is in progress; wait until the bank has decided');
  return invoice;
}

const onUnpaid = (act: InvoiceAct): Pick<StaffAct<Input, never>, 'find' | 'amountOf'> => ({
  find: async (db, invoiceId) => {
    const target = await targetOfInvoice(db, invoiceId);
    if (!target) throw notFound('Invoice');
    return target;
  },
  amountOf: async (tx, target) => (await requireUnpaid(tx, target, act)).amountDueCents,
});

async function giveUp(
  tx: Database,
  { target, at }: StaffActionInput<Input>,
  as: WriteOff['as'],
): Promise<StaffActionResult<AdminShape<'InvoiceSettled'>>> {
  const { organizationId } = target;
  const { id: invoiceId, status, amountDueCents } = await requireUnpaid(tx, target, writeOffEndings[as].act);
  if (!(await giveUpInvoice(tx, { organizationId, invoiceId, as, at }))) throw new Error(`Invoice ${invoiceId} was not written off`);
  // Reviews the organization now, so that restrictions caused by the unpaid invoice end immediately.
  await reviewOrganization(tx, organizationId, secondsOf(at));
  const invoice = await invoiceAnswer(tx, target, invoiceId);
  return {
    data: (entries) => ({ invoice, entries }),
    before: { invoice: invoiceId, status, amount_due_cents: amountDueCents },
    after: { invoice: invoiceId, status: invoice.status, amount_due_cents: invoice.amount_due_cents },
  };
}

export const forgiveAct: StaffAct<Input, AdminShape<'InvoiceSettled'>> = {
  ...onUnpaid('forgive'),
  kind: 'forgive',
  perform: (tx, action) => giveUp(tx, action, 'forgiven'),
};

/** The invoice is no longer collected, but the customer can still pay it. */
export const writeOffAct: StaffAct<Input, AdminShape<'InvoiceSettled'>> = {
  ...onUnpaid('write_off'),
  kind: 'write_off',
  perform: (tx, action) => giveUp(tx, action, 'written_off'),
};

const refusalWords: Readonly<Record<ChargeRefusal, string>> = {
  not_owed: 'Nothing is owed on this invoice',
  processing: 'A payment of this invoice is in progress; wait until the bank has decided',
  partner: 'A partner bills this organization: no card is charged',
  pays_by_invoice: 'This organization pays by invoice: no card is charged',
  too_small: `Less than ${formatCents(leastChargeCents)} can't be charged to a card`,
  disputed: 'The payment of this invoice is disputed; wait until the bank has decided',
};

export const retryAct: StaffAct<Input, AdminShape<'InvoiceRetried'>> = {
  ...onUnpaid('retry'),
  kind: 'retry',
  perform: async (tx, { target, at }) => {
    const { organizationId } = target;
    const { id: invoiceId, number, status, amountDueCents } = await requireUnpaid(tx, target, 'retry');
    const refusal = await chargeRefusal(tx, { organizationId, invoiceId });
    if (refusal !== null) throw new PlatformError('rule_violated', refusalWords[refusal]);
    if (!(await defaultMethod(tx, organizationId)))
      throw new PlatformError('rule_violated', 'There is no card to charge; a member of the organization can add one or use Pay Now');
    if ((await openChange(tx, organizationId))?.fromInvoiceId === invoiceId)
      throw new PlatformError('conflict', 'A plan change with a pending payment may reduce this invoice; try again within an hour');
    await retryNow(tx, { invoiceId, organizationId, nextTryAt: at });
    const invoice = await invoiceAnswer(tx, target, invoiceId);
    const description = `Payment of invoice ${number}`;
    return {
      data: () => ({ invoice, retried_at: secondsOf(at), payment: null }),
      before: { invoice: invoiceId, status, amount_due_cents: amountDueCents },
      after: { invoice: invoiceId, next_try_at: secondsOf(at) },
      isCharged: true,
      planned: [
        { description, account: 'cash', amount_cents: amountDueCents },
        { description, account: status === 'uncollectible' ? 'bad_debt' : 'receivable', amount_cents: -amountDueCents },
      ],
    };
  },
};
