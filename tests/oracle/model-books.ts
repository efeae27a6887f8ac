/** Invoices and payments of the in-memory model, computed by the engine's functions. */
import { leastChargeCents, settleInvoice } from '#lib/charge.ts';
import { chargedCents, type FeePayment } from '#server/domain/unused-value.ts';
import type { LivedMove, LivedRebate } from './lived-history.ts';
import { openDisputes, takeBack } from './model-corrections.ts';
import { ModelCredit } from './model-credit.ts';
import { isUnpaid, type ModelDispute, type ModelInvoice, type ModelLine, type ModelPayment, sourceOfInvoice } from './model-invoice.ts';

const DAY = 86_400;
/** Days from finalization until an invoice is due (`DUE_DAYS`), and until its collection stops (`GIVE_UP_DAYS`). */
const DUE_DAYS = 7;
const GIVE_UP_DAYS = 90;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

type Terms = {
  paidCents?: number;
  /** Source of the credit that the invoice gives; null if the invoice gives no credit. */
  source?: string | null;
};

/** Returns the cents by which unused time of another plan reduces an invoice. */
const valueUsed = ({ lines }: ModelInvoice): number =>
  0 - sum(lines.filter(({ key }) => key === 'unused_time').map(({ amountCents }) => amountCents));

export class ModelBooks {
  readonly credit = new ModelCredit();
  readonly invoices: ModelInvoice[] = [];
  readonly payments: ModelPayment[] = [];
  readonly moves: LivedMove[] = [];
  readonly rebates: LivedRebate[] = [];
  cardWorks: boolean;

  constructor(cardWorks: boolean) {
    this.cardWorks = cardWorks;
  }

  private pay(payment: Pick<ModelPayment, 'atSeconds' | 'amountCents' | 'paidFor' | 'invoiceId' | 'source'>): void {
    this.payments.push({ ...payment, spentAtOnceCents: 0, refundedCents: 0, refundedFromCreditCents: 0, disputes: [] });
    const { atSeconds, amountCents, paidFor, invoiceId } = payment;
    this.moves.push({ atSeconds, kind: 'charge', amountCents, paidFor, invoiceId });
  }

  topUp(atSeconds: number, amountCents: number): void {
    const source = `top-up:${this.payments.length}`;
    this.pay({ atSeconds, amountCents, paidFor: 'top_up', invoiceId: null, source });
    this.credit.move(amountCents, source);
  }

  giveCredit(atSeconds: number, amountCents: number): void {
    this.moves.push({ atSeconds, kind: 'goodwill', amountCents, paidFor: null, invoiceId: null });
    this.credit.move(amountCents, `goodwill:${this.moves.length}`);
  }

  /** Nothing is due before the draft is finalized. */
  draft(kind: string, lines: readonly ModelLine[]): ModelInvoice {
    const invoice: ModelInvoice = {
      id: `in_${this.invoices.length + 1}`,
      kind,
      status: 'draft',
      finalizedAtSeconds: null,
      dueAtSeconds: null,
      lines,
      dueCents: 0,
      carriedCents: 0,
      creditedCents: 0,
      notedCents: 0,
      correctedCents: 0,
      correctedReturnCents: 0,
      putBack: new Map(),
    };
    this.invoices.push(invoice);
    return invoice;
  }

  finalize(invoice: ModelInvoice, lines: readonly ModelLine[], atSeconds: number, { paidCents, source = null }: Terms = {}): void {
    const totalCents = sum(lines.map(({ amountCents }) => amountCents)) - invoice.creditedCents;
    const putBack: ReadonlyMap<number, number> = paidCents === undefined ? takeBack(lines, this, this.corrections) : new Map();
    const correctedCents = sum([...putBack.values()]);
    const settled = settleInvoice(totalCents + correctedCents, this.credit.balanceCents);
    const dueCents = paidCents ?? settled.dueCents;
    Object.assign(invoice, {
      lines,
      putBack,
      dueCents,
      carriedCents: paidCents === undefined ? settled.carriedCents : 0,
      finalizedAtSeconds: atSeconds,
      dueAtSeconds: atSeconds + DUE_DAYS * DAY,
      status: dueCents === 0 ? 'paid' : 'open',
    });
    this.credit.move(dueCents - totalCents - correctedCents, totalCents < 0 ? source : null);
    if (paidCents !== undefined && paidCents > 0) this.payInvoice(invoice, atSeconds, 'change');
    else if (this.cardWorks) this.payInvoice(invoice, atSeconds);
  }

  private readonly corrections = {
    reduced: (invoice: ModelInvoice): void => this.settleCorrected(invoice),
    held: (cents: number, source: string): void => {
      this.credit.move(cents, source);
      const ownCents = this.holdFor(
        openDisputes(this.payments).filter((each) => each.source === source),
        cents,
        source,
      );
      this.hold(Math.max(0, Math.min(cents - ownCents, this.credit.balanceCents)), source);
    },
  };

  private holdFor(disputes: readonly ModelDispute[], cents: number, source: string): number {
    let left = cents;
    for (const dispute of disputes) {
      const more = Math.min(left, dispute.amountCents - dispute.heldCents);
      dispute.heldCents += more;
      left -= more;
      this.credit.move(0 - more, source);
    }
    return cents - left;
  }

  hold(cents: number, source: string): void {
    this.holdFor(
      openDisputes(this.payments).filter((each) => each.source !== source),
      cents,
      source,
    );
  }

  private settleCorrected(invoice: ModelInvoice): void {
    if (invoice.status === 'open' || (invoice.dueCents === 0 && invoice.status !== 'void')) this.settleSmall(invoice);
  }

  /** Carries the rest of a reduced invoice to the next invoice if the rest is below the minimum charge. */
  private settleSmall(invoice: ModelInvoice): void {
    if (invoice.dueCents >= leastChargeCents) return;
    this.credit.move(0 - invoice.dueCents, null);
    invoice.carriedCents += invoice.dueCents;
    invoice.dueCents = 0;
    invoice.status = 'paid';
  }

  payInvoice(invoice: ModelInvoice, atSeconds: number, paidFor: 'change' | 'invoice' = 'invoice'): void {
    if (!isUnpaid(invoice) || invoice.dueCents === 0) return;
    invoice.status = 'paid';
    this.pay({ atSeconds, amountCents: invoice.dueCents, paidFor, invoiceId: invoice.id, source: sourceOfInvoice(invoice.id) });
  }

  /** Issues a credit note for unused time that was not paid. It reduces the amount due of the invoice; the rest becomes credit. */
  creditNote(invoice: ModelInvoice, amountCents: number, atSeconds: number): number {
    if (amountCents === 0) return 0;
    this.rebates.push({ atSeconds, kind: 'unpaid_time', amountCents, invoiceId: invoice.id });
    invoice.notedCents += amountCents;
    if (invoice.status === 'draft') {
      invoice.creditedCents += amountCents;
      return 0;
    }
    const offCents = isUnpaid(invoice) ? Math.min(amountCents, invoice.dueCents) : 0;
    this.credit.move(amountCents - offCents, sourceOfInvoice(invoice.id));
    if (offCents > 0) {
      invoice.creditedCents += offCents;
      invoice.dueCents -= offCents;
      this.settleSmall(invoice);
    }
    return amountCents - offCents;
  }

  /**
   * Forgives an invoice or stops its collection. First, the unspent credit that came from the invoice is taken back and deducted from the
   * amount due.
   */
  giveUp(invoice: ModelInvoice, status: 'void' | 'uncollectible'): void {
    if (!isUnpaid(invoice) || invoice.status === status) return;
    const source = sourceOfInvoice(invoice.id);
    const backCents = Math.min(this.credit.leftOf(source), invoice.dueCents);
    this.credit.move(0 - backCents, source);
    invoice.dueCents -= backCents;
    invoice.status = invoice.dueCents === 0 ? 'paid' : status;
  }

  giveUpOverdue(nowSeconds: number): void {
    for (const invoice of this.invoices) {
      const isLongOverdue = (invoice.dueAtSeconds ?? nowSeconds) + GIVE_UP_DAYS * DAY <= nowSeconds;
      if (invoice.status === 'open' && isLongOverdue) this.giveUp(invoice, 'uncollectible');
    }
  }

  feePayment(invoice: ModelInvoice): FeePayment {
    const subtotalCents = sum(invoice.lines.map(({ amountCents }) => amountCents));
    const { status, dueCents, creditedCents, carriedCents, notedCents, correctedCents, correctedReturnCents } = invoice;
    const isDraft = status === 'draft';
    const invoicePayments = this.payments.filter(({ source }) => source === sourceOfInvoice(invoice.id));
    const carriedUnpaid = Math.min(carriedCents, Math.max(0, 0 - this.credit.balanceCents));
    return {
      chargedCents: isDraft
        ? subtotalCents + valueUsed(invoice)
        : chargedCents({ subtotalCents, valueUsedCents: valueUsed(invoice), dueCents: dueCents + creditedCents + correctedCents }) -
          correctedCents -
          correctedReturnCents,
      unpaidCents: isDraft ? subtotalCents - creditedCents : (isUnpaid(invoice) ? dueCents : 0) + carriedUnpaid,
      returnedCents:
        sum(invoicePayments.map(({ refundedCents }) => refundedCents)) -
        correctedReturnCents +
        notedCents +
        (status === 'void' ? dueCents : 0),
      disputedCents: sum(
        invoicePayments.flatMap(({ disputes }) => disputes.map(({ state, amountCents }) => (state === 'open' ? amountCents : 0))),
      ),
    };
  }

  /** Adds to `spentAtOnceCents`: the value of unused time that directly reduced the price of another plan and never became credit. */
  recordSpentAtOnce(source: string, cents: number): void {
    const payment = this.payments.findLast((each) => each.source === source);
    if (payment) payment.spentAtOnceCents += cents;
  }
}
