import { stepFrom } from '#lib/dates/calendar.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { postToLedger, type LedgerTransaction } from '#server/store/ledger.ts';
import { backdatePayments, setPastOutcome } from '#server/store/backdate.ts';
import type { InvoiceOutcome } from './organization-seed.ts';

export interface SeededInvoice {
  readonly id: string;
  readonly organizationId: number;
  readonly amountDueCents: number;
  readonly finalizedAtSeconds: number;
  readonly outcome: InvoiceOutcome;
}

const settlements = {
  paid: { account: 'cash', step: 'paid', description: 'Payment of invoice' },
  void: { account: 'bad_debt', step: 'forgiven', description: 'Forgiven invoice' },
  uncollectible: { account: 'bad_debt', step: 'written_off', description: 'Written-off invoice' },
} as const;

function settlement({ id, organizationId, amountDueCents, finalizedAtSeconds, outcome }: SeededInvoice): LedgerTransaction[] {
  const status = outcome.status ?? 'paid';
  if ((status !== 'paid' && status !== 'void' && status !== 'uncollectible') || amountDueCents === 0) return [];
  const { account, step, description } = settlements[status];
  return [
    {
      organizationId,
      businessKey: `invoice:${id}:${step}`,
      description,
      occurredAt: instantOf(finalizedAtSeconds),
      entries: [
        { account, amountCents: amountDueCents },
        { account: 'receivable', amountCents: -amountDueCents },
      ],
    },
  ];
}

/** Sets payment results of invoices from real cycles. `past-payments.ts` creates the matching charges later. */
export async function seedPaymentOutcomes(db: Database, seeded: readonly SeededInvoice[], nowSeconds: number): Promise<void> {
  const paid = seeded.filter(({ outcome, amountDueCents }) => outcome.status === undefined && amountDueCents > 0);
  await backdatePayments(
    db,
    paid.map(({ id }) => id),
  );
  for (const { id, outcome } of seeded) {
    if (outcome.status === undefined) continue;
    const { status, paymentAttempted = false, paymentIsProcessing = false, dueInDays, finalizesInDays } = outcome;
    const inDays = (days: number | undefined) => (days === undefined ? undefined : stepFrom(nowSeconds, { days }));
    const agreed = { dueAtSeconds: inDays(dueInDays), finalizesAtSeconds: inDays(finalizesInDays) };
    await setPastOutcome(db, { id, status, paymentAttempted, paymentIsProcessing, ...agreed });
  }
  await postToLedger(db, seeded.flatMap(settlement));
}
