/** Checks that no value is created or lost. The checks compare payments with usage, remaining credit and debt. */
import { feeCents, type OraclePeriod, perfectBill, periodsOf, standingRecords } from './history-oracle.ts';
import type { LivedHistory, LivedInvoice, LivedLine, LivedMove, LivedRebate } from './lived-history.ts';

/** Minimum charge; smaller amounts are carried to the next invoice. */
const LEAST_COLLECTED_CENTS = 50;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const amountOf = (lines: readonly LivedLine[]): number => sum(lines.map(({ amountCents }) => amountCents));

/** A carried amount is neither revenue nor credit. */
const isCarried = ({ key }: LivedLine): boolean => key === 'carried';

export const chargedOn = ({ lines }: LivedInvoice): number => amountOf(lines.filter((line) => !isCarried(line)));

/** Returns the unpaid cents of an invoice. A draft is wholly unpaid, because credit is used only at finalization. */
function owedOn(invoice: LivedInvoice, rebates: readonly LivedRebate[]): number {
  if (invoice.status === 'draft') return chargedOn(invoice) - rebatesOn(invoice, rebates);
  return invoice.status === 'paid' ? 0 : invoice.amountDueCents;
}

const rebatesOn = ({ id }: LivedInvoice, rebates: readonly LivedRebate[]): number =>
  sum(rebates.filter(({ invoiceId }) => invoiceId === id).map(({ amountCents }) => amountCents));

const ofKind = (moves: readonly LivedMove[], ...kinds: LivedMove['kind'][]): number =>
  sum(moves.filter(({ kind }) => kinds.includes(kind)).map(({ amountCents }) => amountCents));

/** Returns the cents of refunds. Excludes refunds of top-ups. All other refunds gave up revenue or took back credit. */
const givenUp = (moves: readonly LivedMove[]): number =>
  sum(moves.filter(({ kind, paidFor }) => kind === 'refund' && paidFor !== 'top_up').map(({ amountCents }) => 0 - amountCents));

const lostDisputes = (moves: readonly LivedMove[]): number => sum(moves.map(({ lostCents = 0 }) => lostCents));

export const openDisputes = (moves: readonly LivedMove[]): number =>
  0 - ofKind(moves, 'dispute_opened') - ofKind(moves, 'dispute_won') - lostDisputes(moves);

/** Checks that payments, gifts and debt equal invoices plus remaining credit, to the cent. */
export function bookFaults({ invoices, moves, rebates, balanceCents }: LivedHistory): string[] {
  const invoiced = sum(invoices.map(chargedOn)) - sum(rebates.map(({ amountCents }) => amountCents));
  const owed = sum(invoices.map((invoice) => owedOn(invoice, rebates)));
  const collected = sum(moves.map(({ amountCents }) => amountCents));
  const least = collected + owed - invoiced;
  if (balanceCents >= least && balanceCents <= least + givenUp(moves) + openDisputes(moves)) return [];
  return [`value: ${collected} came in, ${owed} is owed, ${invoiced} was invoiced, and ${balanceCents} is left as credit`];
}

/** Returns how much of the plan fee a period used, as a fraction; 1 if no plan change shortened the period. */
function feeHeld({ startSeconds, endSeconds, closedAtSeconds, cutShort }: OraclePeriod): number {
  return cutShort && closedAtSeconds !== null ? (closedAtSeconds - startSeconds) / (endSeconds - startSeconds) : 1;
}

/** Returns the value of the actual use in cents: plan fees for the time on each plan, plus ended periods as the oracle computes them. */
export function usedCents(history: LivedHistory): number {
  const records = standingRecords(history.records);
  return sum(
    periodsOf(history).map((period, index) => {
      const fee = index === 0 ? history.start.feeCents : feeCents(period.planId, history);
      return fee * feeHeld(period) + (period.closedAtSeconds === null ? 0 : perfectBill(period, history, records).totalCents);
    }),
  );
}

/** Checks that an organization uses at most the sum of its payments, gifts and debt. Credit must not exceed collected money plus gifts. */
export function coverageFaults(history: LivedHistory): string[] {
  const { invoices, moves, rebates, balanceCents } = history;
  const faults: string[] = [];
  const money = ofKind(moves, 'charge', 'refund', 'dispute_opened', 'dispute_won');
  const gifts = ofKind(moves, 'goodwill');
  const owed = sum(invoices.map((invoice) => owedOn(invoice, rebates)));
  const used = usedCents(history);
  const paidFor = money + gifts + sum(history.waivedCents) + owed + givenUp(moves) + openDisputes(moves);
  if (paidFor < used + balanceCents - 1e-6)
    faults.push(`value: ${used} was used and ${balanceCents} is left as credit; paid, given and owed were only ${paidFor}`);
  // Does not subtract lost disputes and refunds of spent credit, because their amounts become debt. The last two summands below are a
  // tolerance for carried amounts and rounding.
  const collected = ofKind(moves, 'charge') - openDisputes(moves);
  if (balanceCents > collected + gifts + LEAST_COLLECTED_CENTS + history.changes.length)
    faults.push(`credit: ${balanceCents} is left; ${collected} was collected and ${gifts} given`);
  // If the gateway refunds spent credit, the amount becomes debt. This check works only if all disputes are closed, because an open dispute
  // may hold paid money.
  const kept = collected + ofKind(moves, 'refund') + owed;
  if (openDisputes(moves) === 0 && balanceCents > kept + gifts + LEAST_COLLECTED_CENTS + history.changes.length)
    faults.push(`credit: ${balanceCents} is left; ${kept} was kept or is owed and ${gifts} given`);
  return faults;
}

/** Checks that amounts due and written-off amounts are only for usage and for time on a plan, never for unused time. */
export function debtFaults(history: LivedHistory): string[] {
  const periods = periodsOf(history);
  return history.invoices.flatMap((invoice) => {
    const owed = owedOn(invoice, history.rebates);
    if (owed === 0 || invoice.status === 'void' || invoice.status === 'draft') return [];
    const fees = invoice.lines.filter(({ key }) => key === 'plan');
    const held = fees.map((line) => {
      const period = periods.findLast(({ startSeconds, planId }) => startSeconds === line.periodStartSeconds && planId !== 'free');
      return period ? line.amountCents * feeHeld(period) : line.amountCents;
    });
    const others = amountOf(invoice.lines.filter(({ key }) => key !== 'plan' && key !== 'unused_time' && key !== 'carried'));
    // Cents that this invoice collects for earlier debt.
    const before = Math.max(0, invoice.amountDueCents + rebatesOn(invoice, history.rebates) - chargedOn(invoice));
    const real = sum(held) + others + before;
    // Allows one more cent per change, because the unused time of each change is rounded down.
    return owed > real + 1 + history.changes.length ? [`credit: ${owed} is owed on ${invoice.id}, which stands for ${real}`] : [];
  });
}
