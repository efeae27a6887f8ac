/** Invoices and payments as the model holds them, in cents. */
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LivedInvoice } from './lived-history.ts';

export type ModelLine = Pick<
  InvoiceLine,
  'key' | 'periodStartSeconds' | 'periodEndSeconds' | 'amountCents' | 'amountBeforeDiscountCents' | 'breakdown'
> & {
  /** The period whose usage it bills; absent for fees. Several may begin in one second. */
  periodIndex?: number;
};

export type ModelInvoice = {
  id: string;
  kind: string;
  status: LivedInvoice['status'];
  finalizedAtSeconds: number | null;
  dueAtSeconds: number | null;
  lines: readonly ModelLine[];
  /** What is left to pay; of a paid invoice, what was. */
  dueCents: number;
  carriedCents: number;
  /** What credit notes took off what was due, and all that they came to. */
  creditedCents: number;
  notedCents: number;
  /** What corrections of its usage took off it, and off what was refunded of it. */
  correctedCents: number;
  correctedReturnCents: number;
  /** What its own corrections took off other invoices, by period. */
  putBack: ReadonlyMap<number, number>;
};

export type ModelDispute = { amountCents: number; heldCents: number; state: 'open' | 'won' | 'lost'; source: string };

export type ModelPayment = {
  atSeconds: number;
  amountCents: number;
  paidFor: 'top_up' | 'change' | 'invoice';
  invoiceId: string | null;
  source: string;
  /** What it gave beside credit: unused time that paid for another plan at once. */
  spentAtOnceCents: number;
  refundedCents: number;
  refundedFromCreditCents: number;
  disputes: ModelDispute[];
};

export const sourceOfInvoice = (id: string): string => `invoice:${id}`;

export const isUnpaid = ({ status }: ModelInvoice): boolean => status === 'open' || status === 'issued' || status === 'uncollectible';
