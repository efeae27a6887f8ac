import { instantOf, type Database } from '#server/database/database.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import type { InvoiceKind } from '#server/database/tables/invoices.ts';
import { insertInvoice } from '#server/store/invoices/invoice-writing.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import type { BillingInputs } from '#server/billing/periods/loaded-periods.ts';
import { issueCorrections } from './credit-notes.ts';
import { registerDebt, finalState, postInvoice } from './finalize-invoice.ts';
import type { FinalizedInvoice, ChargeInvoice } from './finalized-invoice.ts';
import { settleLines } from './settle-lines.ts';

interface IssuedInvoice {
  readonly organizationId: number;
  readonly kind: InvoiceKind;
  readonly lines: readonly BilledLine[];
  readonly periodStartSeconds: number;
  readonly atSeconds: number;
}

/** Issues a final invoice without a draft. The caller must hold the organization lock. */
export async function issueInvoice(
  tx: Database,
  { subscription }: Pick<BillingInputs, 'subscription'>,
  { organizationId, kind, lines: unsettled, periodStartSeconds, atSeconds }: IssuedInvoice,
  chargeInvoice: ChargeInvoice,
): Promise<FinalizedInvoice> {
  const hasCorrections = await issueCorrections(tx, organizationId, unsettled, instantOf(atSeconds));
  const { balanceCents } = hasCorrections ? await billedSubscription(tx, organizationId) : subscription;
  const { lines, totalCents, dueCents, carriedCents } = settleLines(unsettled, balanceCents, atSeconds);
  const { status, dueAtSeconds } = finalState(subscription, dueCents, atSeconds);
  const id = await insertInvoice(tx, {
    organizationId,
    slug: subscription.slug,
    subscriptionId: subscription.id,
    kind,
    lines,
    periodStartSeconds,
    periodEndSeconds: atSeconds,
    status,
    amountDueCents: dueCents,
    carriedCents,
    finalizedAtSeconds: atSeconds,
    dueAtSeconds,
  });
  await postInvoice(tx, { organizationId, id, totalCents, dueCents, atSeconds });
  const finalized = { id, organizationId, amountDueCents: dueCents, status, finalizedAtSeconds: atSeconds };
  await registerDebt(tx, finalized, chargeInvoice);
  return finalized;
}
