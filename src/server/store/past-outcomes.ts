import { eq, inArray } from 'drizzle-orm';
import type { Invoice } from '#contract/types.ts';
import type { Database } from './database.ts';
import { instantOf } from './instants.ts';
import { invoices } from './tables/invoices.ts';

/** How an invoice of the past stands, where it has not simply been paid. */
export interface PastOutcome {
  readonly id: string;
  readonly status: Invoice['status'];
  readonly paymentAttempted: boolean;
  readonly paymentIsProcessing: boolean;
  /** A day to pay by that differs from the calendar's. */
  readonly dueAtSeconds?: number;
}

/** For seeding only: says of invoices that they were paid by card, without a charge. */
export async function markPaidInThePast(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(invoices)
      .set({ status: 'paid', paymentAttempted: true, dueAt: null })
      .where(inArray(invoices.id, [...ids]));
}

/** For seeding only: puts an invoice into a state that otherwise only a payment, support or an operator can bring about. */
export async function setPastOutcome(db: Database, { id, status, dueAtSeconds, ...payment }: PastOutcome): Promise<void> {
  const isOpen = status === 'open' || status === 'issued';
  const agreed = dueAtSeconds === undefined ? {} : { dueAt: instantOf(dueAtSeconds) };
  // A draft in the past is one that an operator holds back.
  const held = status === 'draft' ? { finalizesAt: null } : {};
  await db
    .update(invoices)
    .set({ status, ...payment, ...held, ...(isOpen ? agreed : { dueAt: null }) })
    .where(eq(invoices.id, id));
}
