import type { Database } from '#server/database/database.ts';

export interface FinalizedInvoice {
  readonly id: string;
  readonly organizationId: number;
  readonly amountDueCents: number;
  /** paid: nothing was left to pay. open: a card is to be charged. issued: the customer or its partner transfers. */
  readonly status: 'paid' | 'open' | 'issued';
  readonly finalizedAtSeconds: number;
}

/** Takes an invoice that is to be charged to the organization's card, inside the transaction that finalizes it. */
export type ChargeInvoice = (tx: Database, invoice: FinalizedInvoice) => Promise<void>;
