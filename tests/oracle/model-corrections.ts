/**
 * Corrections in the model. A correction first reduces uncollected or refunded invoices. The rest of the correction becomes credit. While
 * disputes are open, this credit is held for them.
 */
import { takeOffUncollected, type UncollectedInvoice } from '#server/domain/late-usage.ts';
import { isUnpaid, type ModelDispute, type ModelInvoice, type ModelLine, type ModelPayment, sourceOfInvoice } from './model-invoice.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function byPeriod(lines: readonly ModelLine[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { periodIndex, amountCents } of lines)
    if (periodIndex !== undefined) sums.set(periodIndex, (sums.get(periodIndex) ?? 0) + amountCents);
  return sums;
}

const paymentsOf = ({ id }: ModelInvoice, payments: readonly ModelPayment[]): ModelPayment[] =>
  payments.filter(({ source }) => source === sourceOfInvoice(id));

/** Returns the refunded cents of an invoice. Excludes refunds that were taken from credit, and refunds that already offset corrections. */
const returnedCents = (invoice: ModelInvoice, payments: readonly ModelPayment[]): number =>
  sum(paymentsOf(invoice, payments).map(({ refundedCents, refundedFromCreditCents }) => refundedCents - refundedFromCreditCents)) -
  invoice.correctedReturnCents;

export const openDisputes = (payments: readonly ModelPayment[]): ModelDispute[] =>
  payments.flatMap(({ disputes }) => disputes.filter(({ state }) => state === 'open'));

/**
 * Returns a list with at most one paid invoice, preferably an invoice with an open dispute. Corrections reduce the disputed amount of this
 * invoice.
 */
function disputed(invoices: readonly ModelInvoice[], payments: readonly ModelPayment[]): UncollectedInvoice[] {
  const open = openDisputes(payments);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const invoice = paid.find(({ id }) => open.some(({ source }) => source === sourceOfInvoice(id))) ?? paid[0];
  const dueCents = sum(open.map(({ amountCents, heldCents }) => amountCents - heldCents));
  return invoice ? [{ id: invoice.id, dueCents, carriesSmall: false, money: 'disputed' }] : [];
}

/**
 * @param then callbacks: `reduced` gets each unpaid invoice that is reduced, and `held` gets each credited amount that a dispute holds
 * @returns applied amounts by period
 */
export function takeBack(
  lines: readonly ModelLine[],
  { invoices, payments }: { invoices: readonly ModelInvoice[]; payments: readonly ModelPayment[] },
  then: { reduced: (invoice: ModelInvoice) => void; held: (cents: number, source: string) => void },
): Map<number, number> {
  const off = new Map<number, number>();
  for (const [period, cents] of byPeriod(lines)) {
    const periodInvoices = invoices.filter((invoice) => invoice.lines.some(({ periodIndex }) => periodIndex === period));
    const uncollected = periodInvoices.flatMap((invoice): UncollectedInvoice[] => {
      const { id, status } = invoice;
      if (isUnpaid(invoice) || status === 'void')
        return [{ id, dueCents: invoice.dueCents, carriesSmall: status === 'open', money: 'unpaid' }];
      return status === 'paid' ? [{ id, dueCents: returnedCents(invoice, payments), carriesSmall: false, money: 'refunded' }] : [];
    });
    const { reductions } = takeOffUncollected(
      [{ amountCents: cents }],
      [...uncollected, ...disputed(periodInvoices, payments)].filter(({ dueCents }) => dueCents > 0),
    );
    for (const { id, money, offCents } of reductions) {
      const invoice = periodInvoices.find((each) => each.id === id);
      if (!invoice) continue;
      off.set(period, (off.get(period) ?? 0) + offCents);
      if (money === 'refunded') invoice.correctedReturnCents += offCents;
      else if (money === 'disputed') then.held(offCents, sourceOfInvoice(id));
      else {
        invoice.correctedCents += offCents;
        invoice.dueCents -= offCents;
        then.reduced(invoice);
      }
    }
  }
  return off;
}

/** Returns the cents credited on other invoices for usage that this invoice billed. These cents cannot be refunded as well. */
export function correctedSince(source: string, invoices: readonly ModelInvoice[]): number {
  const invoice = invoices.find(({ id }) => sourceOfInvoice(id) === source);
  if (!invoice) return 0;
  return sum(
    [...byPeriod(invoice.lines)].map(([period, cents]) => {
      const credited = invoices
        .filter((other) => other !== invoice)
        .map((other) => Math.max(0, 0 - (byPeriod(other.lines).get(period) ?? 0) - (other.putBack.get(period) ?? 0)));
      return Math.max(0, Math.min(cents, sum(credited)));
    }),
  );
}
