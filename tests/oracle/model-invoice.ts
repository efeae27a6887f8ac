import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LivedInvoice } from './lived-history.ts';

export type ModelLine = Pick<
  InvoiceLine,
  'key' | 'periodStartSeconds' | 'periodEndSeconds' | 'amountCents' | 'amountBeforeDiscountCents' | 'breakdown'
> & {
  /** Index of the billed usage's period; absent for fees. Start times are not unique: several periods can begin in one second. */
  periodIndex?: number;
};

export type ModelInvoice = {
  id: string;
  kind: string;
  status: LivedInvoice['status'];
  finalizedAtSeconds: number | null;
  dueAtSeconds: number | null;
  lines: readonly ModelLine[];
  /** Amount due in cents. A paid invoice keeps the amount that was due. */
  dueCents: number;
  carriedCents: number;
  /** Cents of credit notes: `creditedCents` reduced the amount due; `notedCents` is the total of all credit notes. */
  creditedCents: number;
  notedCents: number;
  /**
   * Cents of corrected usage. `correctedCents`: deducted from the amount due. `correctedReturnCents`: already covered by refunds of the
   * invoice.
   */
  correctedCents: number;
  correctedReturnCents: number;
  /** Cents by which corrections on this invoice reduced other invoices, by period index. */
  putBack: ReadonlyMap<number, number>;
};

export type ModelDispute = { amountCents: number; heldCents: number; state: 'open' | 'won' | 'lost'; source: string };

export type ModelPayment = {
  atSeconds: number;
  amountCents: number;
  paidFor: 'top_up' | 'change' | 'invoice';
  invoiceId: string | null;
  source: string;
  /** Value in cents of unused time that directly reduced the price of another plan, without becoming credit. */
  spentAtOnceCents: number;
  refundedCents: number;
  refundedFromCreditCents: number;
  disputes: ModelDispute[];
};

export const sourceOfInvoice = (id: string): string => `invoice:${id}`;

export const isUnpaid = ({ status }: ModelInvoice): boolean => status === 'open' || status === 'issued' || status === 'uncollectible';
