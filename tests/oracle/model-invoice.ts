import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LivedInvoice } from './lived-history.ts';

export type ModelLine = Pick<
  InvoiceLine,
  'key' | 'periodStartSeconds' | 'periodEndSeconds' | 'amountCents' | 'amountBeforeDiscountCents' | 'breakdown'
> & {
  /** Index of the period of the billed usage; absent for fees. An index, because several periods can begin in one second. */
  periodIndex?: number;
};

export type ModelInvoice = {
  id: string;
  kind: string;
  status: LivedInvoice['status'];
  finalizedAtSeconds: number | null;
  dueAtSeconds: number | null;
  lines: readonly ModelLine[];
  /** Amount due; for a paid invoice, the amount that was due. */
  dueCents: number;
  carriedCents: number;
  /** Credit notes: applied to the amount due, and in total. */
  creditedCents: number;
  notedCents: number;
  /** Corrections of usage on this invoice: deducted from the amount due, and from refunds of the invoice. */
  correctedCents: number;
  correctedReturnCents: number;
  /** Corrections on this invoice that were applied to other invoices, by period. */
  putBack: ReadonlyMap<number, number>;
};

export type ModelDispute = { amountCents: number; heldCents: number; state: 'open' | 'won' | 'lost'; source: string };

export type ModelPayment = {
  atSeconds: number;
  amountCents: number;
  paidFor: 'top_up' | 'change' | 'invoice';
  invoiceId: string | null;
  source: string;
  /** Value of unused time that was spent directly on another plan, without becoming credit. */
  spentAtOnceCents: number;
  refundedCents: number;
  refundedFromCreditCents: number;
  disputes: ModelDispute[];
};

export const sourceOfInvoice = (id: string): string => `invoice:${id}`;

export const isUnpaid = ({ status }: ModelInvoice): boolean => status === 'open' || status === 'issued' || status === 'uncollectible';
