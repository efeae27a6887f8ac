/** Returned money in the model: refunds, and open, lost or won disputes. */
import { creditToHold } from '#server/domain/credit-sources.ts';
import { highestRefund, type RefundablePayment, splitRefund } from '#server/domain/refund-split.ts';
import { correctedSince, openDisputes } from './model-corrections.ts';
import { type ModelBooks } from './model-books.ts';
import { type ModelPayment, sourceOfInvoice } from './model-invoice.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

export class ModelReturns {
  private readonly books: ModelBooks;
  /** `source` names the disputed payment; `cents` is the value of the unused time. */
  private readonly withheld: { source: string; cents: number }[] = [];

  constructor(books: ModelBooks) {
    this.books = books;
  }

  private refundable({
    source,
    amountCents,
    refundedCents,
    refundedFromCreditCents,
    disputes,
    spentAtOnceCents,
  }: ModelPayment): RefundablePayment {
    const { credit } = this.books;
    return {
      paidCents: amountCents,
      refundedCents,
      refundedFromCreditCents,
      disputedCents: sum(disputes.map((each) => (each.state === 'won' ? 0 : each.amountCents))),
      givenCents: credit.givenBy(source) + spentAtOnceCents + correctedSince(source, this.books.invoices),
      creditLeftCents: credit.leftOf(source),
    };
  }

  /** If `atGateway` is true, the platform cannot refuse the refund. @returns true if the refund was made */
  refund(payment: ModelPayment, amountCents: number, atSeconds: number, atGateway: boolean): boolean {
    const account = this.refundable(payment);
    const stillThere = payment.amountCents - account.refundedCents - account.disputedCents;
    if (amountCents === 0 || amountCents > (atGateway ? stillThere : highestRefund(account))) return false;
    const { creditCents } = splitRefund(amountCents, account);
    payment.refundedCents += amountCents;
    payment.refundedFromCreditCents += creditCents;
    this.books.credit.move(0 - creditCents, payment.source);
    const { paidFor, invoiceId } = payment;
    this.books.moves.push({ atSeconds, kind: 'refund', amountCents: 0 - amountCents, paidFor, invoiceId });
    return true;
  }

  /** Opens a dispute: the bank withdraws the rest of a payment, and credit from the payment is held. */
  openDispute(payment: ModelPayment, atSeconds: number): void {
    const amountCents = payment.amountCents - payment.refundedCents;
    if (amountCents <= 0 || payment.disputes.length > 0) return;
    const { source, paidFor, invoiceId } = payment;
    const held = creditToHold(source, amountCents, this.books.credit.bySource(), (each) => each.startsWith(sourceOfInvoice('')));
    payment.disputes.push({ amountCents, heldCents: sum(held.map(({ cents }) => cents)), state: 'open', source });
    for (const each of held) this.books.credit.move(0 - each.cents, each.source);
    this.books.moves.push({ atSeconds, kind: 'dispute_opened', amountCents: 0 - amountCents, paidFor, invoiceId });
  }

  /** Returns the cents of all open disputes minus the credit that is held for them. Ignores disputes of the payment `source`. */
  disputedElsewhereCents(source: string | null): number {
    const others = openDisputes(this.books.payments).filter((dispute) => dispute.source !== source);
    return sum(others.map(({ amountCents, heldCents }) => amountCents - heldCents));
  }

  hold(cents: number, source: string): void {
    this.books.hold(cents, source);
  }

  /** Called when a closed dispute releases credit. If other open disputes are not fully covered, holds the released credit for them. */
  private holdReturned(cents: number, source: string): void {
    if (source.startsWith(sourceOfInvoice(''))) this.hold(Math.max(0, Math.min(cents, this.books.credit.balanceCents)), source);
  }

  /** Withholds the value of unused time while the payment for this time is disputed. After the dispute, the value becomes credit. */
  withhold(cents: number, source: string): void {
    if (cents > 0) this.withheld.push({ source, cents });
  }

  closeDispute(won: boolean, atSeconds: number): void {
    const { payments, moves, credit, rebates } = this.books;
    const payment = payments.find(({ disputes }) => disputes.some(({ state }) => state === 'open'));
    const dispute = payment?.disputes.find(({ state }) => state === 'open');
    if (!payment || !dispute) return;
    dispute.state = won ? 'won' : 'lost';
    const { amountCents, heldCents, source } = dispute;
    credit.move(won ? heldCents : heldCents - amountCents, source);
    if (won) this.holdReturned(heldCents, source);
    const { paidFor, invoiceId } = payment;
    moves.push(
      won
        ? { atSeconds, kind: 'dispute_won', amountCents, paidFor, invoiceId }
        : { atSeconds, kind: 'dispute_lost', amountCents: 0, lostCents: amountCents, paidFor, invoiceId },
    );
    for (const held of this.withheld.splice(0)) {
      if (held.source !== source) this.withheld.push(held);
      else {
        credit.move(held.cents, source);
        this.holdReturned(held.cents, source);
        rebates.push({ atSeconds, kind: 'disputed_time', amountCents: held.cents, invoiceId: null });
      }
    }
  }
}
