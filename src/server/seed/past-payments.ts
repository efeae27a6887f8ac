import { stepFrom } from '#lib/dates/calendar.ts';
import { chargeCalendar, nextChargeSeconds } from '#server/domain/retry-calendar.ts';
import { ownCustomer } from '#server/payments/customer.ts';
import { newId } from '#server/payments/ids.ts';
import { outcomeOfCharge } from '#server/payments/outcome.ts';
import { instantOf } from '#server/database/database.ts';
import { insertPastCollections, insertPastPayment, type PastPayment } from '#server/store/backdate.ts';
import type { CardSeed } from './organization-seed.ts';
import type { LivingOrganization } from './replay-history.ts';
import type { PastGateway } from './past-gateway.ts';
import type { SeededInvoice } from './payment-outcomes.ts';
import type { SeedStep } from './seed-steps.ts';

interface Try {
  readonly invoice: SeededInvoice;
  readonly attempt: number;
  readonly atSeconds: number;
  readonly isPaid: boolean;
}

/** Charge attempts of an invoice: one if paid, otherwise one per date of the retry schedule until now. */
function triesOf(invoice: SeededInvoice, nowSeconds: number): Try[] {
  const { outcome, amountDueCents, finalizedAtSeconds } = invoice;
  const { status = 'paid', paymentAttempted, byTransfer } = outcome;
  if (amountDueCents === 0 || byTransfer) return [];
  if (status === 'paid') return [{ invoice, attempt: 1, atSeconds: finalizedAtSeconds, isPaid: true }];
  if (!paymentAttempted) return [];
  return chargeCalendar(finalizedAtSeconds)
    .filter((atSeconds) => atSeconds <= nowSeconds)
    .map((atSeconds, index) => ({ invoice, attempt: index + 1, atSeconds, isPaid: false }));
}

export interface Payer {
  readonly organization: LivingOrganization;
  /** In the order of the seed. The list is filled when the cards are added. */
  readonly cardIds: readonly string[];
}

/** Index of the card that paid in the past, and index of the declined card; -1 if there is no such card. */
export const chargedCards = (cards: readonly CardSeed[]): { readonly payer: number; readonly refused: number } => ({
  payer: cards.findIndex(({ declines }) => !declines),
  refused: cards.findIndex(({ declines }) => declines),
});

/** Creates an organization's past charges at the gateway, and their rows. Organizations without cards pay outside the gateway. */
export function pastCharges(
  past: PastGateway,
  { organization, cardIds }: Payer,
  invoices: readonly SeededInvoice[],
  nowSeconds: number,
  payments: PastPayment[],
): SeedStep[] {
  const { cards = [] } = organization.seed;
  if (cards.length === 0) return [];
  const { payer, refused } = chargedCards(cards);
  let customerId = '';
  return invoices
    .flatMap((invoice) => triesOf(invoice, nowSeconds))
    .map((attempt) => ({
      atSeconds: attempt.atSeconds,
      run: async () => {
        customerId ||= (await ownCustomer(past.paymentContext, organization.id)).gatewayId ?? '';
        const methodId = cardIds[attempt.isPaid || refused < 0 ? payer : refused] ?? '';
        const payment = await charge(past, { organizationId: organization.id, customerId, methodId }, attempt);
        payments.push(payment);
        // A later step can process the gateway's event about this charge, and then needs the row.
        await insertPastPayment(past.paymentContext.db, payment);
      },
    }));
}

async function charge(
  { paymentContext }: PastGateway,
  { organizationId, customerId, methodId }: { organizationId: number; customerId: string; methodId: string },
  { invoice, attempt, atSeconds, isPaid }: Try,
): Promise<PastPayment> {
  const id = newId('pay');
  const subject = `invoice:${invoice.id}`;
  const key = `${subject}:${attempt}`;
  const answer = await paymentContext.gateway.createPayment(
    {
      amountCents: invoice.amountDueCents,
      currency: 'usd',
      customerId,
      paymentMethodId: methodId,
      description: 'Invoice',
      metadata: { payment: id, subject },
      offSession: true,
      saveForOffSession: false,
    },
    key,
  );
  const outcome = outcomeOfCharge(answer);
  if (outcome?.state !== (isPaid ? 'succeeded' : 'failed')) throw new Error(`The demo's ${subject} came to ${outcome?.state ?? 'nothing'}`);
  return {
    id,
    organizationId,
    invoiceId: invoice.id,
    attempt,
    key,
    methodId,
    amountCents: invoice.amountDueCents,
    intentId: outcome.intentId,
    state: outcome.state,
    ...(outcome.state === 'failed' ? { failureCode: outcome.code, declineCode: outcome.declineCode } : {}),
    createdAt: instantOf(atSeconds),
  };
}

/** Days until the first charge of an open invoice, unless support has granted a due date. */
const soonDays = 3;

/** Time of the next charge, or null. If support granted a due date, a declined charge is not retried. */
function nextTryOf({ finalizedAtSeconds, outcome }: SeededInvoice, failedTries: number, nowSeconds: number): number | null {
  const { dueInDays } = outcome;
  if (failedTries === 0) return stepFrom(nowSeconds, { days: dueInDays === undefined ? soonDays : dueInDays - 1 });
  return dueInDays === undefined ? nextChargeSeconds(finalizedAtSeconds, nowSeconds, 0) : null;
}

const isCollected = ({ amountDueCents, outcome: { status, paymentIsProcessing } }: SeededInvoice): boolean =>
  amountDueCents > 0 && (status === 'open' || status === 'issued') && !paymentIsProcessing;

export async function recordPastTries(
  { paymentContext }: PastGateway,
  payments: readonly PastPayment[],
  invoices: readonly SeededInvoice[],
  nowSeconds: number,
): Promise<void> {
  const rows = invoices.flatMap((invoice) => {
    const { id, organizationId, finalizedAtSeconds } = invoice;
    const failedTries = payments.filter(({ invoiceId, state }) => invoiceId === id && state === 'failed').length;
    if (failedTries === 0 && !isCollected(invoice)) return [];
    const next = nextTryOf(invoice, failedTries, nowSeconds);
    return [
      {
        invoiceId: id,
        organizationId,
        finalizedAt: instantOf(finalizedAtSeconds),
        failedTries,
        nextTryAt: next === null ? null : instantOf(next),
      },
    ];
  });
  await insertPastCollections(paymentContext.db, rows);
}
