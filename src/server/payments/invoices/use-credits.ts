import type { Shape } from '#contract/types.ts';
import { creditForInvoice } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { lockInvoice, type PayableInvoice } from '#server/billing/invoices/collections.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { queueLowCredit } from '#server/billing/notices/spending-notices.ts';
import { payWithCredit } from '#server/billing/invoices/use-credits.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { creditMovedBy } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { cancelPayment } from '#server/payments/charge.ts';
import { nowOf, type PaymentContext } from '#server/payments/context.ts';
import { gatewayUnreachable } from '#server/payments/gateway-calls.ts';
import { countAgainst } from '#server/payments/guards.ts';
import { runIdempotent, type IdempotentAnswer, type IdempotentRequest } from '#server/payments/idempotent-request.ts';
import { beingPaid, lockPayable, waitsForPayer } from './payable-invoice.ts';

interface CreditsRequest extends IdempotentRequest {
  readonly invoiceId: string;
  readonly body: Shape<'CreditsUse'>;
}

type RecordSubject = (tx: Database, subject: string) => Promise<void>;

const closingTries = 3;

/** Uses exactly the requested amount, for all or a part of the invoice. A repeated request does not pay again. */
export function useCredits(payments: PaymentContext, request: CreditsRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: (recordSubject) => begin(payments, request, recordSubject),
    finish: (key) => finish(payments, request, key),
  });
}

async function begin(payments: PaymentContext, request: CreditsRequest, recordSubject: RecordSubject): Promise<string> {
  await countAgainst(payments, 'use_credits', request);
  for (let tries = 0; tries < closingTries; tries += 1) {
    const used = await payments.db.transaction((tx) => use(tx, payments, request, recordSubject));
    if (used.kind === 'posted') return used.key;
    // Closes the unfinished payment. The old amount could otherwise be paid on the payment page or in a bank challenge.
    if ((await cancelPayment(payments, used.waiting, 'canceled')) === null) throw gatewayUnreachable();
  }
  throw beingPaid();
}

type Used = { readonly kind: 'posted'; readonly key: string } | { readonly kind: 'waiting'; readonly waiting: PaymentRow };

/** Pays the invoice with credit under the organization lock, unless an unfinished payment must be closed first. */
async function use(
  tx: Database,
  payments: PaymentContext,
  { organizationId, invoiceId, body }: CreditsRequest,
  recordSubject: RecordSubject,
): Promise<Used> {
  await lockOrganization(tx, organizationId);
  const { invoice, live } = await lockPayable(tx, organizationId, invoiceId);
  const { balanceCents } = await billedSubscription(tx, organizationId);
  const usedCents = amountToUse(invoice, balanceCents, body.amount);
  if (live && waitsForPayer(live)) return { kind: 'waiting', waiting: live };
  if (live) throw beingPaid();
  const at = nowOf(payments);
  const key = await payWithCredit(tx, { organizationId, invoice, usedCents, at });
  await queueLowCredit(tx, { organizationId, invoiceId, usedCents, atSeconds: secondsOf(at) });
  await recordSubject(tx, key);
  await reviewOrganization(tx, organizationId, secondsOf(at));
  return { kind: 'posted', key };
}

/**
 * In cents.
 * @throws {PlatformError} 422 without usable credits, 409 if the amount differs from the request
 */
function amountToUse({ amountDueCents }: PayableInvoice, balanceCents: number, requestedCents: number): number {
  if (balanceCents <= 0) throw new PlatformError('rule_violated', 'This organization has no credits to use');
  const usedCents = creditForInvoice(amountDueCents, balanceCents);
  if (usedCents === 0)
    throw new PlatformError(
      'rule_violated',
      'These credits are too small: less than $0.50, which no card can be charged, would be left to pay',
    );
  if (usedCents !== requestedCents)
    throw new PlatformError(
      'conflict',
      `Your credits or this invoice have changed. Now ${formatCents(usedCents)} of your credits can be used for it.`,
      { fields: [{ path: 'body.amount', message: `is now ${usedCents}` }] },
    );
  return usedCents;
}

async function finish({ db }: PaymentContext, { organizationId, invoiceId }: CreditsRequest, key: string): Promise<IdempotentAnswer> {
  const invoice = await db.transaction((tx) => lockInvoice(tx, organizationId, invoiceId));
  if (!invoice) throw notFound('Invoice');
  const data: Shape<'CreditsUsed'> = {
    used: 0 - (await creditMovedBy(db, organizationId, key)),
    amount_due: invoice.amountDueCents,
    status: invoice.status,
  };
  return { status: 200, data };
}
