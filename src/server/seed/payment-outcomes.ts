import type { Database } from '#server/store/database.ts';
import { instantOf } from '#server/store/instants.ts';
import { postToLedger, type LedgerTransaction } from '#server/store/ledger.ts';
import { markPaidInThePast, setPastOutcome } from '#server/store/past-outcomes.ts';
import type { InvoiceOutcome } from './organization-seed.ts';
import { daySeconds } from './timeline.ts';

export interface SeededInvoice {
  readonly id: string;
  readonly organizationId: number;
  readonly amountDueCents: number;
  readonly finalizedAtSeconds: number;
  readonly outcome: InvoiceOutcome;
}

const settledFrom = { paid: 'cash', void: 'revenue' } as const;

function settlement({ id, organizationId, amountDueCents, finalizedAtSeconds, outcome }: SeededInvoice): LedgerTransaction[] {
  const status = outcome.status ?? 'paid';
  if ((status !== 'paid' && status !== 'void') || amountDueCents === 0) return [];
  return [
    {
      organizationId,
      businessKey: `invoice:${id}:${status}`,
      description: status === 'paid' ? 'Payment of invoice' : 'Forgiven invoice',
      occurredAt: instantOf(finalizedAtSeconds),
      entries: [
        { account: settledFrom[status], amountCents: amountDueCents },
        { account: 'receivable', amountCents: -amountDueCents },
      ],
    },
  ];
}

/**
 * What payments of the past made of invoices that real cycles have closed: most were paid. The charges behind them are
 * made later, at the gateway (`past-payments.ts`), and must come to the same.
 */
export async function seedPaymentOutcomes(db: Database, seeded: readonly SeededInvoice[], nowSeconds: number): Promise<void> {
  const paid = seeded.filter(({ outcome, amountDueCents }) => outcome.status === undefined && amountDueCents > 0);
  await markPaidInThePast(
    db,
    paid.map(({ id }) => id),
  );
  for (const { id, outcome } of seeded) {
    if (outcome.status === undefined) continue;
    const { status, paymentAttempted = false, paymentIsProcessing = false, dueInDays, finalizesInDays } = outcome;
    const inDays = (days: number | undefined) => (days === undefined ? undefined : nowSeconds + days * daySeconds);
    const agreed = { dueAtSeconds: inDays(dueInDays), finalizesAtSeconds: inDays(finalizesInDays) };
    await setPastOutcome(db, { id, status, paymentAttempted, paymentIsProcessing, ...agreed });
  }
  await postToLedger(db, seeded.flatMap(settlement));
}
