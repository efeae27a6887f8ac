import { balanceRow } from '#lib/invoice-balance.ts';
import { formatCents } from '#lib/money.ts';
import { creditsTexts } from '#lib/texts/credits.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { creditMovements, type CreditMovement } from '#server/store/ledger.ts';
import { requireOwnBilling } from '#server/payments/guards.ts';
import { hasOwnInvoices } from '#server/store/organizations.ts';
import { topUp } from '#server/payments/top-up.ts';
import { useCredits as payInvoiceWithCredits } from '#server/payments/invoices/use-credits.ts';
import type { Handler } from './handler.ts';
import { unixSeconds } from './views/time.ts';
import { idempotentRequest, toAnswer } from './idempotent-request.ts';

const pageSize = 50;

/** An amount that is too small to collect becomes debt. */
function balanceUse({
  subtotalCents,
  amountDueCents,
  creditedCents,
  carriedCents,
}: NonNullable<CreditMovement['invoice']>): string | undefined {
  const name = balanceRow(subtotalCents, amountDueCents, creditedCents)?.name;
  if (carriedCents === 0 || name === undefined) return carriedCents === 0 ? name : invoicesTexts.carried;
  return `${name}, ${formatCents(carriedCents)} carried to your next invoice`;
}

/** Returns the description of a credit movement. Tokens may not read texts of staff, because the texts can name people. */
function describe({ description, isOfInvoice, isOfStaff, invoice }: CreditMovement, hasInvoices: boolean, isToken: boolean): string {
  if (isOfInvoice && !hasInvoices) return creditsTexts.ofInvoice;
  return (invoice && balanceUse(invoice)) ?? (isToken && isOfStaff ? creditsTexts.ofStaff : description);
}

export const listCreditHistory: Handler<'listCreditHistory'> = async ({ query }, { db, organization, token }) => {
  const hasInvoices = await hasOwnInvoices(db, organization.id);
  const movements = await creditMovements(db, organization.id, query.cursor ?? null, pageSize + 1);
  const page = movements.slice(0, pageSize);
  const last = page.at(-1);
  const entries = page.map((movement) => ({
    id: String(movement.id),
    at: unixSeconds(movement.occurredAt),
    description: describe(movement, hasInvoices, token !== null),
    ...(hasInvoices && movement.invoice && { invoice: { id: movement.invoice.id, number: movement.invoice.number } }),
    amount: movement.amountCents,
    balance: movement.balanceCents,
  }));
  return { data: { entries, next_cursor: movements.length > pageSize && last ? String(last.id) : null } };
};

export const topUpCredits: Handler<'topUpCredits'> = async ({ body }, scope) => {
  const { paymentContext, organization } = scope;
  await requireOwnBilling(paymentContext, organization.id, 'billing:credits');
  return toAnswer<'topUpCredits'>(await topUp(paymentContext, { ...idempotentRequest('topUpCredits', scope, body), body }));
};

export const useCredits: Handler<'useCredits'> = async ({ params, body }, scope) => {
  const { paymentContext, organization } = scope;
  await requireOwnBilling(paymentContext, organization.id, 'billing:credits');
  await requireOwnBilling(paymentContext, organization.id, 'billing:invoices');
  const invoiceId = params.invoice_id;
  const request = { ...idempotentRequest('useCredits', scope, { invoiceId, body }), invoiceId, body };
  return toAnswer<'useCredits'>(await payInvoiceWithCredits(paymentContext, request));
};
