/** Invariants of billing periods. Each check returns sentences; an empty list means no fault. */
import { COVERED } from './limit-oracle.ts';
import { feeCents, limitsBefore, type OraclePeriod, partBefore, perfectBill, periodsOf, standingRecords } from './history-oracle.ts';
import type { LivedHistory, LivedLine } from './lived-history.ts';
import { beginFaults, overdueFaults, quotaFaults } from './restriction-faults.ts';
import { bookFaults, coverageFaults, debtFaults, openDisputes } from './value-faults.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const isFee = ({ key }: LivedLine): boolean => key === 'plan' || key === 'unused_time';
const isUsage = ({ key }: LivedLine): boolean => key.includes(':') || key === 'compute_credits';

const linesOf = ({ invoices }: LivedHistory): LivedLine[] => invoices.flatMap(({ lines }) => lines);

/** Returns the periods that have ended. The test waits long enough that all records of these periods are invoiced. */
const billed = (periods: readonly OraclePeriod[]): OraclePeriod[] => periods.filter(({ closedAtSeconds }) => closedAtSeconds !== null);

/** Checks that every record is billed once. For each period and line, the sum of all invoices must equal one bill with all records. */
export function usageFaults(history: LivedHistory): string[] {
  const faults: string[] = [];
  let missingCents = 0;
  const records = standingRecords(history.records);
  const periods = billed(periodsOf(history));
  const lines = linesOf(history).filter(isUsage);
  const starts = [...new Set(periods.map(({ startSeconds }) => startSeconds))];
  for (const start of starts) {
    const expected = new Map<string, number>();
    const add = (key: string, cents: number): void => void expected.set(key, (expected.get(key) ?? 0) + cents);
    for (const period of periods.filter(({ startSeconds }) => startSeconds === start)) {
      const bill = perfectBill(period, history, records);
      for (const [key, { amountCents }] of bill.lines) add(key, amountCents);
      add('compute_credits', 0 - bill.creditsCents);
    }
    const periodLines = lines.filter(({ periodStartSeconds }) => periodStartSeconds === start);
    for (const key of new Set([...expected.keys(), ...periodLines.map((line) => line.key)])) {
      const invoiced = sum(periodLines.filter((line) => line.key === key).map(({ amountCents }) => amountCents));
      const wanted = expected.get(key) ?? 0;
      missingCents += wanted - invoiced;
      if (invoiced !== wanted) faults.push(`usage: ${key} of the period from ${start} is ${wanted} and was invoiced as ${invoiced}`);
    }
  }
  // If exactly the waived amounts are missing from the invoices, there is no fault.
  if (history.waivedCents.length > 0 && missingCents === sum(history.waivedCents)) faults.length = 0;
  const known = new Set(starts);
  for (const { key, periodStartSeconds, amountCents } of lines)
    if (!known.has(periodStartSeconds) && amountCents !== 0)
      faults.push(`usage: ${key} of ${amountCents} is invoiced for a period from ${periodStartSeconds} that there was not`);
  for (const line of lines)
    if (line.breakdown.length > 0 && sum(line.breakdown.map(({ amountCents }) => amountCents)) !== line.amountCents)
      faults.push(`usage: the parts of ${line.key} don't sum to ${line.amountCents}`);
  return faults;
}

/**
 * Checks that plan changes never cost less than the exact price: the fee of each plan, prorated by the time for which the plan was held.
 */
export function feeFaults(history: LivedHistory): string[] {
  const faults: string[] = [];
  const periods = periodsOf(history);
  const lines = linesOf(history).filter(isFee);
  const net =
    sum(lines.map(({ amountCents }) => amountCents)) -
    sum(history.rebates.filter(({ kind }) => kind !== 'staff' && kind !== 'correction').map(({ amountCents }) => amountCents));
  let exact = 0;
  let changes = 0;
  for (const [index, period] of periods.entries()) {
    const fee = index === 0 ? history.start.feeCents : feeCents(period.planId, history);
    const length = period.endSeconds - period.startSeconds;
    const held = (period.cutShort ? (period.closedAtSeconds ?? period.endSeconds) : period.endSeconds) - period.startSeconds;
    exact += (fee * held) / length;
    if (period.cutShort) changes += 1;
  }
  if (net < exact - 1e-6) faults.push(`price: plans held cost ${exact} at least and ${net} was invoiced`);
  // Skips histories with refunded, forgiven or disputed fees. The unused time of such a fee gives no credit, so the invoices may charge
  // more than the exact price.
  const isReturned =
    history.moves.some(({ kind }) => kind === 'refund') ||
    history.invoices.some(({ status }) => status === 'void') ||
    openDisputes(history.moves) > 0;
  if (!isReturned && net > exact + changes + 1e-6)
    faults.push(`price: plans held cost ${exact} and ${net} was invoiced, with ${changes} changes`);
  return faults;
}

const DAY = 86_400;
const CHANGES_A_DAY = 10;

/** Checks that at most ten changes a day take effect. Changes that save money may exceed this limit. */
export function limitFaults({ start, changes }: LivedHistory): string[] {
  const applied = changes.map(({ paidAtSeconds, acceptedAtSeconds }) => paidAtSeconds ?? acceptedAtSeconds);
  return changes.flatMap(({ planId, capOn, acceptedAtSeconds }, index) => {
    const wasCapped = (changes[index - 1] ?? start).capOn;
    if (planId === 'free' || (capOn && !wasCapped)) return [];
    const inDay = applied.slice(0, index).filter((at) => at > acceptedAtSeconds - DAY).length;
    return inDay < CHANGES_A_DAY ? [] : [`limit: ${inDay} changes were applied in the day before ${acceptedAtSeconds}`];
  });
}

/** Returns the highest spending limit in cents from an instant to the end of a period; Infinity if usage was ever unlimited. */
function mostAllowed(history: LivedHistory, startSeconds: number, { closedAtSeconds }: OraclePeriod): number {
  const limits = limitsBefore(history, closedAtSeconds ?? history.nowSeconds);
  const first = limits.findLastIndex(({ atSeconds }) => atSeconds <= startSeconds);
  if (first < 0) return Number.POSITIVE_INFINITY;
  return Math.max(...limits.slice(first).map(({ overage }) => overage ?? Number.POSITIVE_INFINITY));
}

function partsUntil(period: OraclePeriod, periods: readonly OraclePeriod[]): OraclePeriod[] {
  const before = partBefore(period, periods);
  return before ? [...partsUntil(before, periods), period] : [period];
}

/** Checks that no billing cycle costs more than its spending limit, despite plan changes, late usage and corrections. */
export function spendingFaults(history: LivedHistory): string[] {
  const final = history.invoices
    .filter(({ finalizedAtSeconds }) => finalizedAtSeconds !== null)
    .toSorted((a, b) => (a.finalizedAtSeconds ?? 0) - (b.finalizedAtSeconds ?? 0));
  const periods = periodsOf(history);
  return periods.flatMap((period) => {
    const parts = partsUntil(period, periods);
    const startSeconds = new Set(parts.map((part) => part.startSeconds));
    const most = mostAllowed(history, Math.min(...startSeconds), period);
    const isOnlyOne = periods.filter((each) => startSeconds.has(each.startSeconds)).length === parts.length;
    if (most === Number.POSITIVE_INFINITY || !isOnlyOne) return [];
    let charged = 0;
    return final.flatMap(({ id, lines }) => {
      const coveredLines = lines.filter((line) => startSeconds.has(line.periodStartSeconds) && COVERED.test(line.key));
      charged += sum(coveredLines.map(({ amountCents }) => amountCents));
      if (coveredLines.length === 0 || charged <= most) return [];
      return [`spending: ${id} takes the cycle from ${Math.min(...startSeconds)} to ${charged}, and its limit was ${most}`];
    });
  });
}

export const invariantFaults = (history: LivedHistory): string[] =>
  [
    usageFaults,
    spendingFaults,
    feeFaults,
    limitFaults,
    bookFaults,
    coverageFaults,
    debtFaults,
    overdueFaults,
    quotaFaults,
    beginFaults,
  ].flatMap((faultsOf) => faultsOf(history));
