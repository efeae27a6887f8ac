import { stepFrom } from '#lib/dates/calendar.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { postToLedger, type LedgerTransaction } from '#server/store/ledger.ts';
import { backdatePayment, setPastOutcome } from '#server/store/backdate.ts';
import type { InvoiceOutcome } from './organization-seed.ts';
import type { SeedStep } from './seed-steps.ts';

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

/** Days from the finalization of an invoice to its outcome. */
const daysUntil: Readonly<Partial<Record<NonNullable<InvoiceOutcome['status']>, number>>> = { void: 12, uncollectible: 45 };

function settledAt({ finalizedAtSeconds, outcome: { status = 'paid' } }: SeededInvoice, nowSeconds: number): number {
  const settledSeconds = stepFrom(finalizedAtSeconds, { days: daysUntil[status] ?? 0 });
  return Math.max(finalizedAtSeconds, Math.min(settledSeconds, stepFrom(nowSeconds, { hours: -1 })));
}

function settlement({ id, organizationId, amountDueCents, outcome }: SeededInvoice, atSeconds: number): LedgerTransaction[] {
  const status = outcome.status ?? 'paid';
  if ((status !== 'paid' && status !== 'void' && status !== 'uncollectible') || amountDueCents === 0) return [];
  const { account, step, description } = settlements[status];
  return [
    {
      organizationId,
      businessKey: `invoice:${id}:${step}`,
      description,
      occurredAt: instantOf(atSeconds),
      entries: [
        { account, amountCents: amountDueCents },
        { account: 'receivable', amountCents: -amountDueCents },
      ],
    },
  ];
}

async function setOutcome(tx: Database, { id, amountDueCents, outcome }: SeededInvoice, nowSeconds: number): Promise<void> {
  if (outcome.status === undefined) return amountDueCents > 0 ? backdatePayment(tx, id) : undefined;
  const { status, paymentAttempted = false, paymentIsProcessing = false, dueInDays, finalizesInDays } = outcome;
  const inDays = (days: number | undefined) => (days === undefined ? undefined : stepFrom(nowSeconds, { days }));
  const agreed = { dueAtSeconds: inDays(dueInDays), finalizesAtSeconds: inDays(finalizesInDays) };
  await setPastOutcome(tx, { id, status, paymentAttempted, paymentIsProcessing, ...agreed });
}

export const outcomeSteps = (tx: Database, invoices: readonly SeededInvoice[], nowSeconds: number): SeedStep[] =>
  invoices.map((invoice) => {
    const atSeconds = settledAt(invoice, nowSeconds);
    return {
      atSeconds,
      run: async () => {
        await setOutcome(tx, invoice, nowSeconds);
        await postToLedger(tx, settlement(invoice, atSeconds));
      },
    };
  });
