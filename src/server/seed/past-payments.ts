import { stepFrom } from '#lib/dates/calendar.ts';
import { chargeCalendar, nextChargeSeconds } from '#server/domain/retry-calendar.ts';
import { ownCustomer } from '#server/payments/customer.ts';
import { newId } from '#server/payments/ids.ts';
import { outcomeOfCharge } from '#server/payments/outcome.ts';
import { instantOf } from '#server/database/database.ts';
import { insertPastCollections, insertPastPayments, type PastPayment } from '#server/store/backdate.ts';
import type { LivingOrganization } from './replay-history.ts';
import type { PastGateway } from './past-gateway.ts';
import type { SeededInvoice } from './payment-outcomes.ts';

/** Something that happened at the gateway, and when. */
export interface SeedStep {
  readonly atSeconds: number;
  readonly run: () => Promise<void>;
}

interface Try {
  readonly invoice: SeededInvoice;
  readonly attempt: number;
  readonly atSeconds: number;
  readonly isPaid: boolean;
}

/** When an invoice was charged: once if that went well, else as often as the calendar of retries has come to by now. */
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

/** Who pays an organization's invoices with what, as ids at the gateway. */
export interface Payer {
  readonly organization: LivingOrganization;
  /** In the order of the seed; filled when the cards are made. */
  readonly cardIds: readonly string[];
}

/**
 * The charges of an organization's past at the gateway. Their answers decide what is noted of them: the rows come later,
 * all at once. An organization without cards pays in ways that the gateway does not see.
 */
export function pastCharges(
  past: PastGateway,
  { organization, cardIds }: Payer,
  invoices: readonly SeededInvoice[],
  nowSeconds: number,
  made: PastPayment[],
): SeedStep[] {
  const { cards = [] } = organization.seed;
  if (cards.length === 0) return [];
  const payer = cards.findIndex(({ declines }) => !declines);
  const refused = cards.findIndex(({ declines }) => declines);
  let customerId = '';
  return invoices
    .flatMap((invoice) => triesOf(invoice, nowSeconds))
    .map((attempt) => ({
      atSeconds: attempt.atSeconds,
      run: async () => {
        customerId ||= (await ownCustomer(past.paymentContext, organization.id)).gatewayId ?? '';
        const methodId = cardIds[attempt.isPaid || refused < 0 ? payer : refused] ?? '';
        made.push(await charge(past, { organizationId: organization.id, customerId, methodId }, attempt));
      },
    }));
}

/** Asks the gateway under the key and with the words that the collecting of invoices uses. */
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

/** Days until the first try of an open invoice that was never tried: a day before the one that support has agreed to, or soon. */
const soonDays = 3;

/** When an open invoice is tried next; null for never. If support has agreed to another day, nothing that was refused is tried again. */
function nextTryOf({ finalizedAtSeconds, outcome }: SeededInvoice, failedTries: number, nowSeconds: number): number | null {
  const { dueInDays } = outcome;
  if (failedTries === 0) return stepFrom(nowSeconds, { days: dueInDays === undefined ? soonDays : dueInDays - 1 });
  return dueInDays === undefined ? nextChargeSeconds(finalizedAtSeconds, nowSeconds, 0) : null;
}

/** An unpaid invoice that waits for the card, and that nothing is being paid for. */
const isCollected = ({ amountDueCents, outcome: { status, paymentIsProcessing } }: SeededInvoice): boolean =>
  amountDueCents > 0 && (status === 'open' || status === 'issued') && !paymentIsProcessing;

/** Writes down what was charged, and when what was refused or not yet tried is charged. */
export async function recordPastCharges(
  { paymentContext }: PastGateway,
  made: readonly PastPayment[],
  invoices: readonly SeededInvoice[],
  nowSeconds: number,
): Promise<void> {
  await insertPastPayments(paymentContext.db, made);
  const rows = invoices.flatMap((invoice) => {
    const { id, organizationId, finalizedAtSeconds } = invoice;
    const failedTries = made.filter(({ invoiceId, state }) => invoiceId === id && state === 'failed').length;
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
