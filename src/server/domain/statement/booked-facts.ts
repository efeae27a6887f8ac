import type { StatementAccountName } from '#lib/statement/statement.ts';

/** Maps the platform's accounts to the customer's accounts. Entries have the opposite sign in the customer's books. */
export const accountOfBooks = {
  revenue: 'charges',
  receivable: 'due',
  customer_credit: 'credits',
  cash: 'payments',
  unapplied: 'refundable',
  goodwill: 'gifts',
  bad_debt: 'uncollected',
  disputed: 'disputed',
} as const satisfies Readonly<Record<string, StatementAccountName>>;

export interface BookedTransaction {
  readonly id: number;
  readonly businessKey: string;
  readonly description: string;
  readonly source: string | null;
  readonly occurredAt: Date;
  readonly entries: readonly { readonly account: keyof typeof accountOfBooks; readonly amountCents: number }[];
}

export interface BookedInvoice {
  readonly id: string;
  readonly number: string;
  readonly finalizedAt: Date | null;
  /** Excludes lines that carry an amount to another invoice. */
  readonly totalCents: number;
}

/** An amount that is too small to collect. It moves to the next invoice. */
export interface BookedCarry {
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly carriedAt: Date;
}

export interface BookedNote {
  readonly id: string;
  /** Null for a credit note of an earlier release, which has no document. */
  readonly number: string | null;
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly createdAt: Date;
}

export interface BookedCorrection {
  readonly invoiceId: string;
  readonly position: number;
  readonly correctedNumber: string;
  readonly creditNoteNumber: string;
  readonly correctedAt: Date;
}

export interface StatementBooks {
  readonly transactions: readonly BookedTransaction[];
  readonly invoices: readonly BookedInvoice[];
  readonly carries: readonly BookedCarry[];
  readonly notes: readonly BookedNote[];
  readonly corrections: readonly BookedCorrection[];
}
