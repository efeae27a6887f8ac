/** In-memory model of one organization. Calls the engine's functions in the same order as the server. */
import { cycleAt } from '#lib/dates/cycle.ts';
import { planPriceAfterDiscounts } from '#server/domain/bill.ts';
import { changeLines } from '#server/domain/change-lines.ts';
import { isAlwaysAllowed, nextChangeSeconds } from '#server/domain/change-limit.ts';
import { capOfNewCycle } from '#server/domain/change-timing.ts';
import { LEAST_LATE_INVOICE_CENTS } from '#server/domain/collection.ts';
import { planLine } from '#server/domain/invoice.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import { capOnAt, withCapChange } from '#server/domain/periods.ts';
import { planOfTier, planPriceCents, type Tier } from '#server/domain/plans.ts';
import type { PlanChangeQuote } from '#server/domain/quote.ts';
import type { Script } from './history-script.ts';
import type { LivedChange, LivedHistory } from './lived-history.ts';
import { livedByModel } from './lived-by-model.ts';
import { ModelBooks } from './model-books.ts';
import { type ModelInvoice, type ModelLine, sourceOfInvoice } from './model-invoice.ts';
import { type ModelPeriod, ModelPeriods } from './model-periods.ts';
import { dueNow, type ModelPrice, ModelPricing, type ShownQuote } from './model-pricing.ts';
import { ModelReturns } from './model-returns.ts';
import { FIRST_BOOK } from './first-book.ts';

const HOUR = 3600;
const DRAFT_SECONDS = HOUR;

type OpenChange = { tier: Tier; priced: ModelPrice; quotedAtSeconds: number; acceptedAtSeconds: number; paysAtSeconds: number };

export class HistoryModel {
  readonly books: ModelBooks;
  readonly returns: ModelReturns;
  readonly periods: ModelPeriods;
  private readonly pricing: ModelPricing;
  nowSeconds: number;
  private readonly script: Script;
  private readonly changes: LivedChange[] = [];
  private readonly drafts: { invoice: ModelInvoice; finalizesAtSeconds: number; fee: readonly InvoiceLine[] }[] = [];
  private anchorSeconds: number;
  private lateInvoicedSeconds = 0;
  private readonly waivedCents: number[] = [];
  private open: OpenChange | null = null;
  private lastQuote: ShownQuote | null = null;

  constructor(script: Script) {
    const { start, byCard, discounts, contract } = script;
    this.script = script;
    this.books = new ModelBooks(byCard);
    this.returns = new ModelReturns(this.books);
    this.periods = new ModelPeriods({ discounts, contract }, this.books);
    this.pricing = new ModelPricing(script, this.books, this.periods, this.returns);
    this.nowSeconds = start.atSeconds;
    this.anchorSeconds = start.atSeconds;
    const feeCents = planPriceAfterDiscounts(
      start.planId === 'free' ? 0 : planPriceCents(FIRST_BOOK, start.planId, contract?.planPriceCents),
      discounts,
    ).amountCents;
    const cycle = cycleAt(start.atSeconds, start.atSeconds);
    const period = this.periods.begin(start.planId, { initiallyOn: start.capOn, changes: [] }, cycle, feeCents);
    if (feeCents === 0) return;
    const lines = [
      planLine({
        planId: start.planId,
        priceCents: planPriceCents(FIRST_BOOK, start.planId, contract?.planPriceCents),
        discounts,
        ...cycle,
      }),
    ];
    period.feeInvoice = this.books.draft('start', lines);
    this.books.finalize(period.feeInvoice, lines, this.nowSeconds);
  }

  private get running(): ModelPeriod {
    return this.periods.running;
  }

  quote(tier: Tier): void {
    const priced = this.pricing.tryPrice(tier, this.nowSeconds);
    if (priced) this.lastQuote = { tier, quotedAtSeconds: this.nowSeconds, dueCents: dueNow(priced) };
  }

  /** Requests a plan change at the price of the latest quote or at the current price. @returns true if the change is accepted */
  change(requestedTier: Tier | 'as_quoted', payerDelay: number | null): boolean {
    const { nowSeconds } = this;
    const quote = requestedTier === 'as_quoted' ? this.lastQuote : null;
    const tier = requestedTier === 'as_quoted' ? quote?.tier : requestedTier;
    if (!tier || this.open || nowSeconds >= this.running.endSeconds || !this.isAllowed(tier)) return false;
    const now = this.pricing.tryPrice(tier, nowSeconds);
    if (!now) return false;
    const priced = quote ? this.pricing.byQuote(quote, now) : now;
    if (quote && dueNow(priced) > quote.dueCents) return false;
    if (quote) this.lastQuote = null;
    const change = { tier, priced, quotedAtSeconds: quote?.quotedAtSeconds ?? nowSeconds, acceptedAtSeconds: nowSeconds };
    if (!this.pricing.isByCard(priced)) this.apply({ ...change, paysAtSeconds: nowSeconds }, false);
    else if (payerDelay === null) return false;
    else {
      this.open = { ...change, paysAtSeconds: nowSeconds + payerDelay };
      this.passTo(nowSeconds);
    }
    return true;
  }

  private isAllowed(tier: Tier): boolean {
    const capOn = capOnAt(this.running.cap, this.nowSeconds);
    const applied = this.changes.map(({ paidAtSeconds, acceptedAtSeconds }) => paidAtSeconds ?? acceptedAtSeconds);
    return isAlwaysAllowed(tier, capOn) || nextChangeSeconds(applied, this.nowSeconds) === null;
  }

  private apply(change: OpenChange, paid: boolean): void {
    const { tier, priced, quotedAtSeconds, acceptedAtSeconds } = change;
    const isUpgrade = priced.quote.kind === 'plan_change' && priced.quote.direction === 'upgrade';
    const atSeconds = paid && !isUpgrade ? this.nowSeconds : priced.atSeconds;
    const now = this.pricing.price(tier, atSeconds);
    if (now.quote.kind === 'spend_cap') this.applyCap(now.quote.spendCapOn, now, atSeconds);
    else this.applyPlan(now.quote, now, { atSeconds, paidCents: paid ? priced.chargeCents : undefined, terms: priced });
    const { planId, spendCapOn } = planOfTier(tier);
    const paidAtSeconds = paid ? this.nowSeconds : null;
    this.changes.push({ planId, capOn: spendCapOn, quotedAtSeconds, acceptedAtSeconds, paidAtSeconds, isScheduled: false });
  }

  private applyCap(capOn: boolean, { quote }: ModelPrice, atSeconds: number): void {
    const { invoicedOn } = quote.usageSoFar;
    const lines = quote.usageSoFar.lines.map((line): ModelLine => ({ ...line, periodIndex: this.running.index }));
    if (invoicedOn === 'invoice_now') this.books.finalize(this.books.draft('spend_cap', lines), lines, atSeconds);
    this.running.cap = { ...this.running.cap, changes: withCapChange(this.running.cap, atSeconds, capOn) };
  }

  private applyPlan(
    quote: PlanChangeQuote,
    { account }: ModelPrice,
    { atSeconds, paidCents, terms }: { atSeconds: number; paidCents: number | undefined; terms: ModelPrice },
  ): void {
    const { books, running, nowSeconds } = this;
    const { charge, unused, planId, spendCapOn, cycle, heldCents } = quote;
    const agreed =
      terms.quote.kind === 'plan_change' && paidCents !== undefined && terms.atSeconds === atSeconds ? terms.quote.charge : charge;
    if (!charge || !agreed) throw new Error('Every change is at once here');
    const source = running.feeInvoice === null ? null : sourceOfInvoice(running.feeInvoice.id);
    const lines = changeLines(
      account,
      { ...quote, charge: { ...charge, unusedCents: agreed.unusedCents } },
      { book: FIRST_BOOK, contract: this.script.contract, discounts: this.script.discounts },
    );
    const invoice = lines.length > 0 ? books.draft('plan_change', lines) : null;
    if (invoice) books.finalize(invoice, lines, nowSeconds, { source, ...(paidCents === undefined ? {} : { paidCents }) });
    if (source) {
      books.recordSpentAtOnce(source, Math.min(agreed.unusedCents, charge.planPriceCents));
      this.returns.hold(heldCents, source);
    }
    const wasCapped = capOnAt(running.cap, atSeconds);
    running.closedAtSeconds = atSeconds;
    if (planId === 'free' && running.planId !== 'free') this.invoiceUsage(nowSeconds);
    const unpaidCents = unused.unpaidCents + unused.collectedCents - agreed.unusedCents;
    const notedCents = running.feeInvoice ? books.creditNote(running.feeInvoice, unpaidCents, nowSeconds) : 0;
    if (source) this.returns.hold(notedCents, source);
    if (source) this.returns.withhold(unused.disputedCents, source);
    this.anchorSeconds = atSeconds;
    const next = this.periods.begin(planId, capOfNewCycle(wasCapped, spendCapOn, atSeconds, nowSeconds), cycle, agreed.planPriceCents);
    next.feeInvoice = planId === 'free' ? null : invoice;
  }

  private invoiceUsage(atSeconds: number): void {
    const carriedPeriods = this.periods.carried;
    const lines = [...carriedPeriods.toReversed().flatMap(this.periods.usageLines), ...this.periods.lateLines()];
    const invoice = this.books.draft('final', lines);
    for (const period of carriedPeriods) period.usageInvoice = invoice;
    this.books.finalize(invoice, lines, atSeconds);
  }

  private closeCycle(): void {
    const { running, script, anchorSeconds } = this;
    const { endSeconds, planId } = running;
    running.closedAtSeconds = endSeconds;
    const cycle = cycleAt(anchorSeconds, endSeconds);
    const priceCents = planId === 'free' ? 0 : planPriceCents(FIRST_BOOK, planId, script.contract?.planPriceCents);
    const fee = planId === 'free' ? [] : [planLine({ planId, priceCents, discounts: script.discounts, ...cycle })];
    const next = this.periods.begin(
      planId,
      { initiallyOn: capOnAt(running.cap, endSeconds), changes: [] },
      cycle,
      fee[0]?.amountCents ?? 0,
    );
    const carriedPeriods = this.periods.carried.filter((period) => period !== next);
    // An organization on Free gets no invoice here; a separate last invoice bills its late usage.
    if (fee.length + carriedPeriods.length === 0) return;
    const invoice = this.books.draft('cycle', [...fee, ...carriedPeriods.flatMap(this.periods.usageLines), ...this.periods.lateLines()]);
    for (const period of carriedPeriods) period.usageInvoice = invoice;
    if (fee.length > 0) next.feeInvoice = invoice;
    this.drafts.push({ invoice, finalizesAtSeconds: endSeconds + DRAFT_SECONDS, fee });
  }

  private finalizeDraft(): void {
    const draft = this.drafts.shift();
    if (!draft) return;
    const { invoice, fee, finalizesAtSeconds } = draft;
    const billedPeriods = this.periods.all.filter(({ usageInvoice }) => usageInvoice === invoice);
    this.books.finalize(
      invoice,
      [...fee, ...billedPeriods.flatMap(this.periods.usageLines), ...this.periods.lateLines()],
      finalizesAtSeconds,
    );
  }

  /** Issues the last invoice for late usage on Free. If the amount is too small for an invoice, waives the amount. */
  private invoiceLateUsage(): void {
    const { nowSeconds } = this;
    this.lateInvoicedSeconds = nowSeconds;
    const lines = this.periods.lateLines();
    const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const isWaived = totalCents >= 0 && totalCents < LEAST_LATE_INVOICE_CENTS;
    if (isWaived) this.waivedCents.push(totalCents);
    else this.books.finalize(this.books.draft('final', lines), lines, nowSeconds);
  }

  private nextSeconds(): number {
    const { open } = this;
    const waits = open?.priced.quote.kind === 'plan_change' && open.priced.quote.direction === 'upgrade';
    const late = this.periods.lateInvoiceSeconds;
    return Math.min(
      late !== null && late > this.lateInvoicedSeconds ? late : Number.POSITIVE_INFINITY,
      open?.paysAtSeconds ?? Number.POSITIVE_INFINITY,
      this.drafts[0]?.finalizesAtSeconds ?? Number.POSITIVE_INFINITY,
      waits ? Number.POSITIVE_INFINITY : this.periods.closesAtSeconds,
    );
  }

  passTo(atSeconds: number): void {
    for (let due = this.nextSeconds(); due <= atSeconds; due = this.nextSeconds()) {
      this.nowSeconds = Math.max(this.nowSeconds, due);
      if (this.open?.paysAtSeconds === due) {
        const { open } = this;
        this.open = null;
        this.apply(open, true);
      } else if (this.drafts[0]?.finalizesAtSeconds === due) this.finalizeDraft();
      else if (this.periods.lateInvoiceSeconds === due) this.invoiceLateUsage();
      else this.closeCycle();
    }
    this.nowSeconds = atSeconds;
    this.books.giveUpOverdue(atSeconds);
  }

  lived(): LivedHistory {
    const { script, changes, waivedCents, books, periods, nowSeconds } = this;
    return livedByModel({ script, changes, waivedCents, books, periods, nowSeconds });
  }
}
