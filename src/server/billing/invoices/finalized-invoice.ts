import type { Database } from '#server/database/database.ts';

export interface FinalizedInvoice {
  readonly id: string;
  readonly organizationId: number;
  readonly amountDueCents: number;
  /** paid: nothing was due. open: a card will be charged. issued: the customer or a partner pays by transfer. */
  readonly status: 'paid' | 'open' | 'issued';
  readonly finalizedAtSeconds: number;
}

/** Plans the card charge of an open invoice. Called in the transaction that finalizes the invoice. */
export type ChargeInvoice = (tx: Database, invoice: FinalizedInvoice) => Promise<void>;
