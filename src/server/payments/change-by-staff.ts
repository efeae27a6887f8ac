import type { Tier } from '#contract/types.ts';
import { chargeOnRequest, collectByCard, retryNow } from '#server/billing/invoices/collections.ts';
import { askForPayment } from '#server/billing/notices/invoice-notices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { staffChangeRefusal } from '#server/domain/change-rules.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { isCollected } from '#server/domain/state-steps.ts';
import { PlatformError } from '#server/platform-error.ts';
import { changeFacts } from '#server/store/change-facts.ts';
import { findChange, insertChange, openChange, type ChangeRow } from '#server/store/changes.ts';
import { defaultMethod } from '#server/store/payment-methods.ts';
import { staffInvoice } from '#server/store/staff-actions.ts';
import { applyChange } from './apply-change.ts';
import { openPageOfFee } from './invoices/payment-link.ts';
import { refuseMembersOverLimit } from './guards.ts';
import { changeRow, priceChange, type PricedChange } from './price-change.ts';
import { priceNow, pricingFailure } from './quotes.ts';

interface StaffChange {
  readonly organizationId: number;
  readonly tier: Tier;
  readonly at: Date;
}

export const priceByStaff = (tx: Database, { organizationId, tier, at }: StaffChange): Promise<PricedChange> =>
  priceChange(tx, organizationId, tier, secondsOf(at)).catch((error: unknown) => {
    throw pricingFailure(error);
  });

/** @throws {PlatformError} 422 if a rule refuses the change, 409 while a payment of a member is open */
async function refuse(tx: Database, { organizationId, tier }: StaffChange): Promise<void> {
  const facts = await changeFacts(tx, organizationId);
  const refusal = staffChangeRefusal(facts, tier);
  if (refusal) throw new PlatformError('rule_violated', refusal);
  if (facts.plan !== 'free' && planOfTier(tier).planId === 'free') await refuseMembersOverLimit(tx, organizationId, facts.projectStatuses);
  if (await openChange(tx, organizationId))
    throw new PlatformError('conflict', 'A change of a member waits for its payment; try again when it is paid, canceled or expired');
  if (await openPageOfFee(tx, organizationId))
    throw new PlatformError('conflict', 'A payment page for the invoice of this plan is open; try again when it is paid or expired');
}

/** The invoice stays open until a member pays it. */
const leaveOpen = (): Promise<void> => Promise.resolve();

export interface ChangedByStaff {
  readonly change: ChangeRow;
  readonly priced: PricedChange;
  /** Unpaid invoices that the change issued: first the invoice of the change, then the usage invoice. */
  readonly owed: readonly string[];
}

/**
 * Applies a change immediately; the amount is then owed. The caller must hold the organization lock.
 * @throws {PlatformError} if the rules refuse the change
 */
export async function changeByStaff(tx: Database, request: StaffChange & { readonly charges: boolean }): Promise<ChangedByStaff> {
  const { organizationId, tier, at, charges } = request;
  await refuse(tx, request);
  if (charges && !(await defaultMethod(tx, organizationId)))
    throw new PlatformError('rule_violated', 'There is no card to charge; leave out charge, and a member can pay the invoice');
  const { priced, quote } = await priceNow(tx, organizationId, tier, secondsOf(at)).catch((error: unknown) => {
    throw pricingFailure(error);
  });
  const row = changeRow(priced, quote, { organizationId, memberId: null, now: at, awaitsSetup: false });
  const begun = await insertChange(tx, { ...row, countsForLimit: false });
  await applyChange(tx, begun, at, 'nothing', charges ? collectByCard : leaveOpen);
  const change = await findChange(tx, begun);
  if (!change) throw new Error('The change is gone');
  const owed: string[] = [];
  for (const invoiceId of [change.invoiceId, change.usageInvoiceId]) {
    const invoice = invoiceId === null ? null : await staffInvoice(tx, organizationId, invoiceId);
    if (!invoice || !isCollected(invoice.status)) continue;
    owed.push(invoice.id);
    if (charges) await retryNow(tx, { organizationId, invoiceId: invoice.id, nextTryAt: at });
    else {
      await chargeOnRequest(tx, organizationId, invoice.id);
      await askForPayment(tx, organizationId, invoice.id);
    }
  }
  return { change, priced, owed };
}
