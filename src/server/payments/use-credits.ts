import type { Shape } from '#contract/types.ts';
import { creditForInvoice } from '#lib/charge.ts';
import { formatCents } from '#lib/money.ts';
import { isPayable, lockInvoice, type PayableInvoice } from '#server/billing/invoices/collections.ts';
import { reviewOrganization } from '#server/billing/invoices/restriction-reviews.ts';
import { queueLowCredit } from '#server/billing/notices/spending-notices.ts';
import { payWithCredit } from '#server/billing/invoices/use-credits.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { openChange } from '#server/store/changes.ts';
import { creditMovedBy } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { livePayment, type PaymentRow } from '#server/store/payments.ts';
import { cancelPayment } from './charge.ts';
import { nowOf, type PaymentContext } from './context.ts';
import { countAgainst } from './guards.ts';
import { runIdempotent, type IdempotentAnswer, type IdempotentRequest } from './idempotent-request.ts';

interface CreditsRequest extends IdempotentRequest {
  readonly invoiceId: string;
  readonly body: Shape<'CreditsUse'>;
}

type Note = (tx: Database, subject: string) => Promise<void>;

const closingTries = 3;

/** Pays an open invoice, or a part of it, from the credit balance: exactly the sum that the request names, once. */
export function useCredits(payments: PaymentContext, request: CreditsRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: (note) => begin(payments, request, note),
    finish: (key) => finish(payments, request, key),
  });
}

async function begin(payments: PaymentContext, request: CreditsRequest, note: Note): Promise<string> {
  await countAgainst(payments, 'use_credits', request);
  for (let tries = 0; tries < closingTries; tries += 1) {
    const used = await payments.db.transaction((tx) => use(tx, payments, request, note));
    if (used.kind === 'posted') return used.key;
    // An open payment page could still be paid with the old amount.
    if ((await cancelPayment(payments, used.page, 'canceled')) === null)
      throw new PlatformError('gateway_unavailable', 'The payment provider could not be reached. Try again in a moment.');
  }
  throw beingPaid();
}

const beingPaid = (): PlatformError => new PlatformError('conflict', 'This invoice is being paid already. Try again in a moment.');

type Used = { readonly kind: 'posted'; readonly key: string } | { readonly kind: 'page_open'; readonly page: PaymentRow };

/** Posts the use under the organization lock, unless an open payment page must be closed first. */
async function use(tx: Database, payments: PaymentContext, { organizationId, invoiceId, body }: CreditsRequest, note: Note): Promise<Used> {
  await lockOrganization(tx, organizationId);
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) throw notFound('Invoice');
  if (!isPayable(invoice)) throw new PlatformError('rule_violated', 'This invoice has nothing to pay');
  if (invoice.isProcessing) throw beingPaid();
  if ((await openChange(tx, organizationId))?.fromInvoiceId === invoiceId)
    throw new PlatformError(
      'conflict',
      'A plan change that may reduce this invoice is waiting for its payment. Continue or cancel it first.',
    );
  const { balanceCents } = await billedSubscription(tx, organizationId);
  const usedCents = amountToUse(invoice, balanceCents, body.amount);
  const live = await livePayment(tx, { organizationId, invoiceId });
  if (live?.channel === 'checkout' && live.state !== 'processing') return { kind: 'page_open', page: live };
  if (live) throw beingPaid();
  const at = nowOf(payments);
  const key = await payWithCredit(tx, { organizationId, invoice, usedCents, at });
  await queueLowCredit(tx, { organizationId, invoiceId, usedCents, atSeconds: secondsOf(at) });
  await note(tx, key);
  // A paid invoice no longer restricts, and the member sees that at once.
  await reviewOrganization(tx, organizationId, secondsOf(at));
  return { kind: 'posted', key };
}

/**
 * Returns the cents to use.
 * @throws {PlatformError} 422 without credits for the invoice, 409 if it is another sum than the request names
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
