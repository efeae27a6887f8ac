import { sumCents } from '#lib/money.ts';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { issueCreditNote } from '#server/billing/invoices/credit-notes.ts';
import { lockInvoice } from '#server/billing/invoices/collections.ts';
import { requestReview } from '#server/store/restriction-reviews.ts';
import { invoiceRefusal } from '#server/domain/state-steps.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { lineId } from '#server/database/line-format.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { readInvoiceLines } from '#server/store/invoices/invoice-lines.ts';
import { creditEntries, postWithin } from '#server/store/ledger.ts';
import { creditableCents } from '#server/store/refunds.ts';
import { targetOfInvoice, type StaffTarget } from '#server/store/staff-actions.ts';
import { requireOpenOrganization, requireOrganization } from './organizations.ts';
import { type StaffAct } from './staff-action.ts';
import { invoiceAnswer } from './staff-invoice-view.ts';

const balanceOf = async (tx: Database, organizationId: number): Promise<number> =>
  (await billedSubscription(tx, organizationId)).balanceCents;

export const goodwillCredit: StaffAct<AdminShape<'CreditGrantInput'>, AdminShape<'CreditGranted'>> = {
  kind: 'credit',
  find: async (db, slug) => {
    const { id } = await requireOrganization(db, slug);
    return { organizationId: id, slug, invoiceId: null, paymentId: null };
  },
  amountOf: (_, __, { amount_cents: cents }) => Promise.resolve(cents),
  perform: async (tx, { id, target: { organizationId, slug }, input, amountCents, words, at }) => {
    // Checked under the lock, because the organization may have been closed while the request waited for approval.
    await requireOpenOrganization(tx, slug);
    const before = await balanceOf(tx, organizationId);
    const entries = creditEntries('goodwill', amountCents);
    await postWithin(tx, [
      { organizationId, businessKey: `staff:${id}`, description: words, occurredAt: at, source: `staff:${id}`, entries },
    ]);
    // The next job run pays overdue invoices with the credit.
    await requestReview(tx, organizationId, secondsOf(at));
    const { reason, reference = null } = input;
    const entry = {
      id,
      at: secondsOf(at),
      amount_cents: amountCents,
      balance_cents: before + amountCents,
      description: words,
      reason,
      reference,
    };
    return {
      data: (entries) => ({ entry, entries }),
      before: { balance_cents: before },
      after: { balance_cents: before + amountCents },
    };
  },
};

/** Returns the total credit for the requested invoice lines. Each line may occur once, with at most its billed amount. */
async function centsOfLines(
  tx: Database,
  { organizationId, invoiceId }: StaffTarget,
  requestedLines: NonNullable<AdminShape<'CreditNoteInput'>['lines']>,
): Promise<number> {
  const lines = new Map((await readInvoiceLines(tx, organizationId, invoiceId ?? '')).map((line) => [lineId(line), line.amountCents]));
  const named = new Set<string>();
  return sumCents(
    requestedLines.map(({ id, amount_cents: cents }, index) => {
      const billed = lines.get(id);
      const path = `body.lines.${index}`;
      if (billed === undefined) throw invalidRequest([{ path: `${path}.id`, message: 'is not a line of this invoice' }]);
      if (named.has(id)) throw invalidRequest([{ path: `${path}.id`, message: 'is named twice' }]);
      named.add(id);
      if (billed <= 0) throw invalidRequest([{ path: `${path}.id`, message: 'has no amount that can be credited' }]);
      if (cents !== undefined && cents > billed)
        throw invalidRequest([{ path: `${path}.amount_cents`, message: `must be at most ${billed}` }]);
      return cents ?? billed;
    }),
  );
}

const tooMuch = (mostCents: number): PlatformError =>
  new PlatformError('rule_violated', 'This is more than the invoice bills, less what was credited before', {
    fields: [{ path: 'body.amount_cents', message: mostCents > 0 ? `must be at most ${mostCents}` : 'nothing is left to credit' }],
    body: { highest_creditable_cents: mostCents },
  });

async function refuseClosed(tx: Database, { slug }: StaffTarget): Promise<void> {
  const { closedAt } = await requireOrganization(tx, slug);
  if (closedAt) throw new PlatformError('conflict', "This organization is closed and can't use credit; refund the payment instead");
}

/** An amount above the amount due becomes credit. */
export const invoiceCreditNote: StaffAct<AdminShape<'CreditNoteInput'>, AdminShape<'InvoiceCredited'>> = {
  kind: 'credit_note',
  find: async (db, invoiceId) => {
    const target = await targetOfInvoice(db, invoiceId);
    if (!target) throw notFound('Invoice');
    return target;
  },
  amountOf: async (tx, target, { amount_cents: cents, lines }) => {
    if ((cents === undefined) === (lines === undefined))
      throw invalidRequest([{ path: 'body.amount_cents', message: 'give either amount_cents or lines' }]);
    return cents ?? centsOfLines(tx, target, lines ?? []);
  },
  // On an unpaid invoice, a credit note up to the amount due moves no money. Only the amount above the amount due counts for the limits.
  countedOf: async (tx, { organizationId, invoiceId }, amountCents) => {
    const invoice = await lockInvoice(tx, organizationId, invoiceId ?? '');
    return invoice === null || invoice.status === 'paid' ? amountCents : Math.max(0, amountCents - invoice.amountDueCents);
  },
  perform: async (tx, { target, input: { reason }, amountCents, words, at }) => {
    const { organizationId } = target;
    const invoiceId = target.invoiceId ?? '';
    const invoice = await lockInvoice(tx, organizationId, invoiceId);
    if (!invoice) throw notFound('Invoice');
    const refusal = invoiceRefusal(invoice.status, 'credit');
    if (refusal) throw new PlatformError('conflict', refusal);
    const mostCents = await creditableCents(tx, organizationId, invoiceId);
    if (amountCents > mostCents) throw tooMuch(mostCents);
    const balance = await balanceOf(tx, organizationId);
    const note = { organizationId, invoiceId, changeId: null, amountCents, reason, description: words, at };
    const issuedNote = await issueCreditNote(tx, note);
    if (!issuedNote) throw new Error('A credit note of nothing');
    // A closed organization cannot spend credit.
    if (issuedNote.balanceCents > 0) await refuseClosed(tx, target);
    const after = await invoiceAnswer(tx, target, invoiceId);
    const { id, number, balanceCents, heldCents } = issuedNote;
    const view = {
      id,
      number,
      at: secondsOf(at),
      amount_cents: amountCents,
      added_to_credits_cents: balanceCents - heldCents,
      held_by_dispute_cents: heldCents,
      reason,
    };
    return {
      data: (entries) => ({ credit_note: view, invoice: after, entries }),
      before: { status: invoice.status, amount_due_cents: invoice.amountDueCents, balance_cents: balance },
      after: { status: after.status, amount_due_cents: after.amount_due_cents, balance_cents: await balanceOf(tx, organizationId) },
    };
  },
};
