import type { RestrictionStatus } from '#server/domain/collection.ts';
import type { NoticeKind } from '#server/domain/notices.ts';
import { closeCycle } from '#server/billing/invoices/close-cycle.ts';
import { collectByCard, lockCollection, lockInvoice, planNextTry } from '#server/billing/invoices/collections.ts';
import { finalizeInvoice } from '#server/billing/invoices/finalize-invoice.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { type Database, instantOf } from '#server/database/database.ts';
import { rehearseWork } from '#server/database/rehearsal.ts';
import {
  type BillingStep,
  continueUsage,
  lastCycleStart,
  latestNotice,
  nextBillingStep,
  noticesAfter,
  repeatUsage,
  restrictionStatusOf,
} from '#server/store/next-billing-step.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { latestOfMethod, movePayment, type PaymentRow } from '#server/store/payments.ts';
import { findMethod } from '#server/store/payment-methods.ts';
import { openAttempt } from './collect.ts';
import type { PaymentContext } from './context.ts';
import { effectOf } from './effects.ts';

export type ForecastEvent = { readonly at: number } & (
  | { readonly kind: 'invoice'; readonly subtotalCents: number; readonly dueCents: number }
  | { readonly kind: 'attempt'; readonly amountCents: number; readonly succeeds: boolean }
  | { readonly kind: 'restriction'; readonly status: RestrictionStatus | null }
  | { readonly kind: 'email'; readonly email: NoticeKind }
);

/** Emails that the steps of a forecast write. Other emails, such as budget alerts, depend on actions of members. */
export const forecastEmails: readonly NoticeKind[] = [
  'invoice_issued',
  'receipt',
  'payment_failed',
  'last_notice',
  'restricted',
  'restored',
  'credit_low',
  'change_applied',
];

/** After these declines, a retry with the same card would be declined again. */
const lastingDeclines: ReadonlySet<string> = new Set([
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'invalid_account',
  'card_not_supported',
  'currency_not_supported',
  'incorrect_number',
  'authentication_required',
  'new_account_information_available',
]);

interface Refusal {
  readonly failureCode: string;
  readonly declineCode: string | null;
}

/** Reason why a charge at `atSeconds` will fail: an expired card, or a permanent refusal of its last charge. Null if it succeeds. */
async function refusalOf(tx: Database, { organizationId, id, methodId }: PaymentRow, atSeconds: number): Promise<Refusal | null> {
  const card = methodId === null ? null : await findMethod(tx, organizationId, methodId);
  if (!card) return null;
  const { expYear, expMonth } = card;
  if (expYear !== null && expMonth !== null && Date.UTC(expYear, expMonth) / 1000 <= atSeconds)
    return { failureCode: 'expired_card', declineCode: 'expired_card' };
  const last = await latestOfMethod(tx, organizationId, card.id, id);
  if (last?.state !== 'failed') return null;
  const { failureCode, declineCode } = last;
  const isLasting = [declineCode, failureCode].some((code) => code !== null && lastingDeclines.has(code));
  return isLasting ? { failureCode: failureCode ?? 'card_declined', declineCode } : null;
}

interface Rehearsal {
  readonly tx: Database;
  readonly payments: PaymentContext;
  readonly organizationId: number;
  readonly events: ForecastEvent[];
}

/** Simulates the job that charges an invoice. The expected response of the card decides whether the charge succeeds. */
async function rehearseCharge({ tx, payments, organizationId, events }: Rehearsal, { at, invoiceId }: BillingStep): Promise<void> {
  const clock = { ...payments.clock, nowMs: () => at * 1000, nowSeconds: () => at };
  const context: PaymentContext = { ...payments, db: tx, clock };
  const id = invoiceId ?? '';
  const payment = await openAttempt(tx, context, organizationId, id);
  if (!payment) {
    const collection = await lockCollection(tx, organizationId, id);
    if (collection?.nextTryAt && collection.nextTryAt <= instantOf(at)) await planNextTry(tx, collection, collection.failedTries, null);
    return;
  }
  const refusal = await refusalOf(tx, payment, at);
  events.push({ at, kind: 'attempt', amountCents: payment.amountCents, succeeds: refusal === null });
  const outcome = refusal ? { state: 'failed' as const, ...refusal } : { state: 'succeeded' as const };
  const moved = await movePayment(tx, payment, { intentId: `forecast_${payment.id}`, ...outcome });
  await effectOf(tx, context, moved, 'canceled');
}

async function recordInvoice({ tx, organizationId, events }: Rehearsal, invoiceId: string, at: number): Promise<void> {
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  if (invoice) events.push({ at, kind: 'invoice', subtotalCents: invoice.subtotalCents, dueCents: invoice.amountDueCents });
}

/** @returns the end of the cycle that the step closed; `waits` if an open change keeps the cycle open; null if the step closes no cycle */
async function perform(rehearsal: Rehearsal, step: BillingStep): Promise<number | 'waits' | null> {
  const { tx, organizationId } = rehearsal;
  const { kind, at, invoiceId } = step;
  if (kind === 'cycle') {
    const closed = await closeCycle(tx, organizationId, at, collectByCard);
    if (closed?.finalized) await recordInvoice(rehearsal, closed.finalized.id, closed.finalized.finalizedAtSeconds);
    return closed?.endSeconds ?? 'waits';
  }
  if (kind === 'draft') {
    const finalized = await finalizeInvoice(tx, organizationId, invoiceId ?? '', at, collectByCard);
    if (finalized) await recordInvoice(rehearsal, finalized.id, at);
  } else if (kind === 'review') await reviewOrganization(tx, organizationId, at);
  else await rehearseCharge(rehearsal, step);
  return null;
}

/** No forecast needs as many steps. */
const mostSteps = 400;
/** Time to finalize and charge the invoice of the last cycle. */
const afterLastCycleSeconds = 3600;

interface ForecastScope {
  readonly organizationId: number;
  readonly cycles: number;
  /** `none`: only running resources continue. `rate`: counted metrics also continue, at the rate of the running cycle. */
  readonly assume: 'none' | 'rate';
  readonly nowSeconds: number;
}

async function rehearseCycles(rehearsal: Rehearsal, { cycles, assume, nowSeconds }: ForecastScope): Promise<number> {
  const { tx, organizationId, events } = rehearsal;
  if (assume === 'rate') await continueUsage(tx, organizationId, nowSeconds);
  let status = await restrictionStatusOf(tx, organizationId);
  let [left, until, at] = [cycles, Number.POSITIVE_INFINITY, nowSeconds];
  for (let count = 0; count < mostSteps; count += 1) {
    const step = await nextBillingStep(tx, organizationId, at);
    if (!step || step.at > until) return Math.min(until, step?.at ?? at);
    at = step.at;
    const closed = await perform(rehearsal, step);
    if (closed === 'waits') return at;
    if (closed !== null) {
      left -= 1;
      if (left === 0) until = closed + afterLastCycleSeconds;
      if (assume === 'rate') await repeatUsage(tx, organizationId, await lastCycleStart(tx, organizationId, closed));
    }
    const now = await restrictionStatusOf(tx, organizationId);
    if (now !== status) events.push({ at, kind: 'restriction', status: now });
    status = now;
  }
  return at;
}

/** Runs future jobs in a transaction that is rolled back. A charge fails only if its card is expired or was refused permanently. */
export function readForecast(
  payments: PaymentContext,
  scope: ForecastScope,
): Promise<{ readonly untilSeconds: number; readonly events: ForecastEvent[] }> {
  const { organizationId } = scope;
  return payments.db.transaction(async (outer) => {
    await lockOrganization(outer, organizationId);
    const known = await latestNotice(outer, organizationId);
    return rehearseWork(outer, async (tx) => {
      const events: ForecastEvent[] = [];
      const untilSeconds = await rehearseCycles({ tx, payments, organizationId, events }, scope);
      const written = await noticesAfter(tx, organizationId, known, forecastEmails);
      const emails = written.map(({ kind, at }): ForecastEvent => ({ at, kind: 'email', email: kind }));
      return { untilSeconds, events: [...events, ...emails].sort((a, b) => a.at - b.at) };
    });
  });
}
