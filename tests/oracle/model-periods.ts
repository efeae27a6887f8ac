import { type BillingPeriod } from '#server/domain/bill.ts';
import { sumCents } from '#lib/money.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import { limitCountsFrom, limitsFrom, type LimitTimeline, withLimitChange } from '#server/domain/budget/spending-limit.ts';
import { lateLines } from '#server/domain/late-usage.ts';
import type { InvoicedLine, InvoiceLine } from '#server/domain/lines.ts';
import { type CapTimeline, type Cycle, cycleEnd } from '#server/domain/periods.ts';
import type { PlanId } from '#server/domain/plans.ts';
import { standingRecords } from './history-oracle.ts';
import type { Script } from './history-script.ts';
import type { LivedLimit, LivedRecord } from './lived-history.ts';
import type { ModelBooks } from './model-books.ts';
import type { ModelInvoice, ModelLine } from './model-invoice.ts';
import { FIRST_BOOK } from './first-book.ts';
import { billUsage, finishSteps } from './whole-results.ts';

/** Seconds after the close of a period during which the platform still accepts usage. */
const LATE_SECONDS = 35 * 86_400;

export type ModelPeriod = {
  index: number;
  planId: PlanId;
  startSeconds: number;
  endSeconds: number;
  closedAtSeconds: number | null;
  cap: CapTimeline;
  limits: LimitTimeline;
  feeCents: number;
  feeInvoice: ModelInvoice | null;
  usageInvoice: ModelInvoice | null;
};

type UsageLine = InvoiceLine & ModelLine;

const isPaid = ({ planId }: ModelPeriod): boolean => planId !== 'free';

function phoneMfaSince(records: readonly LivedRecord[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const { metric, projectRef, fromSeconds } of records)
    if (metric === 'AUTH_MFA_PHONE') since.set(projectRef, Math.min(since.get(projectRef) ?? fromSeconds, fromSeconds));
  return since;
}

export class ModelPeriods {
  readonly all: ModelPeriod[] = [];
  readonly records: LivedRecord[] = [];
  readonly limits: LivedLimit[] = [];
  private outageUntilSeconds = 0;
  private readonly terms: Pick<Script, 'discounts' | 'contract'>;
  private readonly books: ModelBooks;

  constructor(terms: Pick<Script, 'discounts' | 'contract'>, books: ModelBooks) {
    this.terms = terms;
    this.books = books;
  }

  get running(): ModelPeriod {
    const running = this.all.at(-1);
    if (!running) throw new Error('There is no period');
    return running;
  }

  /** Limits that are set later are added to the period. */
  begin(planId: PlanId, cap: CapTimeline, { startSeconds, endSeconds }: Cycle, feeCents: number): ModelPeriod {
    const limits = limitsFrom(this.all.at(-1)?.limits ?? [], startSeconds);
    const period = {
      index: this.all.length,
      planId,
      startSeconds,
      endSeconds,
      closedAtSeconds: null,
      cap,
      limits,
      feeCents,
      feeInvoice: null,
      usageInvoice: null,
    };
    this.all.push(period);
    return period;
  }

  limit(overageCents: number | null, nowSeconds: number): void {
    this.limits.push({ setAtSeconds: nowSeconds, overageCents });
    const terms = { bill: null, overage: overageCents };
    this.running.limits = withLimitChange(this.running.limits, limitCountsFrom(nowSeconds), terms);
  }

  endOutage(atSeconds: number): void {
    this.outageUntilSeconds = Math.max(this.outageUntilSeconds, atSeconds);
  }

  get closesAtSeconds(): number {
    return Math.max(this.running.endSeconds, this.outageUntilSeconds);
  }

  /** Ignores the record if the platform no longer accepts usage of that time. */
  report(record: LivedRecord, nowSeconds: number): void {
    const { fromSeconds, untilSeconds } = record;
    const open = this.all.find(({ closedAtSeconds }) => closedAtSeconds === null || closedAtSeconds > nowSeconds - LATE_SECONDS);
    if (Math.max(fromSeconds, untilSeconds) > nowSeconds || fromSeconds < (open?.startSeconds ?? nowSeconds)) return;
    this.records.push(record);
  }

  private invoicedOf({ index }: ModelPeriod): InvoicedLine[] {
    const final = this.books.invoices.filter(({ status }) => status !== 'draft');
    return final.flatMap(({ lines }) => lines).filter(({ periodIndex }) => periodIndex === index);
  }

  billed(period: ModelPeriod, untilSeconds: number, earlierCents?: number): BillingPeriod {
    const { planId, startSeconds, endSeconds, closedAtSeconds, cap } = period;
    const closed = closedAtSeconds ?? endSeconds;
    const records = standingRecords(this.records).filter(({ fromSeconds }) => fromSeconds < untilSeconds);
    const entries = records.map((record) => ({ ...record, recordId: record.id }));
    const billed: BillingPeriod = {
      planId,
      book: FIRST_BOOK,
      cycle: { startSeconds, endSeconds, ...(closed < endSeconds ? { closedAtSeconds: closed } : {}) },
      cap,
      ...this.terms,
      invoiced: this.invoicedOf(period),
      mfaPhoneEnabledAt: phoneMfaSince(records),
      entries,
    };
    if (period.limits.length === 0) return billed;
    const limited = { period: billed, limits: period.limits, fixedCents: 0, earlierCents: earlierCents ?? this.earlierCents(period) };
    return finishSteps(limitSteps(limited, Math.min(untilSeconds, cycleEnd(billed.cycle)))).period;
  }

  private earlierCents({ index }: ModelPeriod): number {
    const parts: ModelPeriod[] = [];
    for (const part of this.all.slice(0, index).toReversed()) {
      if (part.closedAtSeconds === null || part.closedAtSeconds >= part.endSeconds) break;
      parts.unshift(part);
    }
    return parts.reduce((cents, part) => cents + this.coveredCents(part, cents), 0);
  }

  private coveredCents(part: ModelPeriod, earlierCents: number): number {
    const { covered } = FIRST_BOOK;
    const whole = { ...this.billed(part, Number.POSITIVE_INFINITY, earlierCents), invoiced: [] };
    const { lines } = billUsage(whole, cycleEnd(whole.cycle));
    return sumCents(lines.flatMap(({ metric, amountCents }) => (metric !== null && covered.has(metric) ? [amountCents] : [])));
  }

  usageLines = (period: ModelPeriod): UsageLine[] => {
    const bill = this.billed(period, Number.POSITIVE_INFINITY);
    return billUsage(bill, cycleEnd(bill.cycle)).lines.map((line) => ({ ...line, periodIndex: period.index }));
  };

  /** Ended periods on a paid plan that are not invoiced yet. */
  get carried(): ModelPeriod[] {
    return this.all.filter((period) => isPaid(period) && period.closedAtSeconds !== null && period.usageInvoice === null);
  }

  /** Time when the last period on a paid plan stops accepting usage; null if this period is still running or does not exist. */
  get lateInvoiceSeconds(): number | null {
    const last = isPaid(this.running) ? undefined : this.all.findLast(isPaid);
    return last?.closedAtSeconds === undefined || last.closedAtSeconds === null ? null : last.closedAtSeconds + LATE_SECONDS;
  }

  /** Lines for usage that was reported after the final invoice of its period. */
  lateLines(): UsageLine[] {
    const over = this.all.filter((period) => isPaid(period) && period.usageInvoice !== null && period.usageInvoice.status !== 'draft');
    return over.flatMap((period) =>
      finishSteps(lateLines(this.billed(period, Number.POSITIVE_INFINITY))).map((line) => ({ ...line, periodIndex: period.index })),
    );
  }
}
