import { and, eq, inArray, or } from 'drizzle-orm';
import type { InvoicePayment } from '#lib/invoice-balance.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { ledgerTransactions } from '#server/database/tables/ledger.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { payments } from '#server/database/tables/payments.ts';

const paidKey = (invoiceId: string): string => `invoice:${invoiceId}:paid`;

/** When and how invoices were paid, by invoice, as far as it is known. Invoices without a payment are left out. */
export async function paymentsOfInvoices(
  db: Database,
  organizationId: number,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, InvoicePayment>> {
  if (invoiceIds.length === 0) return new Map();
  const [booked, succeeded] = await Promise.all([
    db
      .select({ key: ledgerTransactions.businessKey, at: ledgerTransactions.occurredAt })
      .from(ledgerTransactions)
      .where(and(eq(ledgerTransactions.organizationId, organizationId), inArray(ledgerTransactions.businessKey, invoiceIds.map(paidKey)))),
    db
      .select({
        own: payments.invoiceId,
        ofChange: changes.invoiceId,
        channel: payments.channel,
        brand: paymentMethods.brand,
        last4: paymentMethods.last4,
      })
      .from(payments)
      .leftJoin(paymentMethods, eq(paymentMethods.id, payments.methodId))
      .leftJoin(changes, eq(changes.id, payments.changeId))
      .where(
        and(
          eq(payments.organizationId, organizationId),
          eq(payments.state, 'succeeded'),
          or(inArray(payments.invoiceId, [...invoiceIds]), inArray(changes.invoiceId, [...invoiceIds])),
        ),
      ),
  ]);
  const times = new Map(booked.map(({ key, at }) => [key, secondsOf(at)]));
  const ways = new Map(succeeded.map((payment) => [payment.own ?? payment.ofChange, payment]));
  return new Map(
    invoiceIds.flatMap((id) => {
      const at = times.get(paidKey(id)) ?? null;
      const way = ways.get(id);
      if (at === null && !way) return [];
      const card = way?.brand ? { brand: way.brand, last4: way.last4 ?? '' } : null;
      return [[id, { at, card, isOnPaymentPage: way?.channel === 'checkout' }]] as const;
    }),
  );
}
