import { countsFromQuote } from '#server/domain/change-timing.ts';
import { DomainError } from '#server/domain/errors.ts';
import type { Tier } from '#server/domain/plans.ts';
import { type Account, type ChangeQuote } from '#server/domain/quote.ts';
import type { Script } from './history-script.ts';
import { type ModelBooks } from './model-books.ts';
import { sourceOfInvoice } from './model-invoice.ts';
import type { ModelPeriods } from './model-periods.ts';
import type { ModelReturns } from './model-returns.ts';
import { quoteChange } from './whole-results.ts';
import { FIRST_BOOK } from './first-book.ts';

const QUOTE_SECONDS = 15 * 60;

export type ShownQuote = { tier: Tier; quotedAtSeconds: number; dueCents: number };

export type ModelPrice = { atSeconds: number; quote: ChangeQuote; account: Account; chargeCents: number; usageDueCents: number };

export const dueNow = ({ chargeCents, usageDueCents }: ModelPrice): number => chargeCents + usageDueCents;

export class ModelPricing {
  private readonly script: Script;
  private readonly books: ModelBooks;
  private readonly periods: ModelPeriods;
  private readonly returns: ModelReturns;

  constructor(script: Script, books: ModelBooks, periods: ModelPeriods, returns: ModelReturns) {
    this.script = script;
    this.books = books;
    this.periods = periods;
    this.returns = returns;
  }

  private account(atSeconds: number): Account {
    const { books, periods } = this;
    const { running } = periods;
    const source = running.feeInvoice === null ? null : sourceOfInvoice(running.feeInvoice.id);
    return {
      period: periods.billed(running, atSeconds),
      planFeeChargedCents: running.feeCents,
      feePayment: running.feeInvoice && books.feePayment(running.feeInvoice),
      disputedElsewhereCents: this.returns.disputedElsewhereCents(source),
      balanceCents: books.credit.balanceCents,
      carriedOver: [...periods.carried.flatMap(periods.usageLines), ...periods.lateLines()],
    };
  }

  price(tier: Tier, atSeconds: number): ModelPrice {
    const account = this.account(atSeconds);
    const { contract, discounts } = this.script;
    const quote = quoteChange(account, { tier, book: FIRST_BOOK, contract, discounts }, atSeconds);
    const charge = quote.kind === 'plan_change' ? quote.charge : null;
    return { atSeconds, quote, account, chargeCents: charge?.dueCents ?? 0, usageDueCents: quote.usageSoFar.settlement?.dueCents ?? 0 };
  }

  tryPrice(tier: Tier, atSeconds: number): ModelPrice | null {
    try {
      return this.price(tier, atSeconds);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  isByCard = ({ chargeCents }: ModelPrice): boolean => this.script.byCard && chargeCents > 0;

  /** Returns the price at the time of the quote for a valid quote of an upgrade by card; otherwise the current price. */
  byQuote({ tier, quotedAtSeconds }: ShownQuote, now: ModelPrice): ModelPrice {
    const direction = now.quote.kind === 'plan_change' ? now.quote.direction : undefined;
    const lastCapChange = this.periods.running.cap.changes.at(-1)?.atSeconds ?? 0;
    const isFresh = quotedAtSeconds + QUOTE_SECONDS > now.atSeconds && quotedAtSeconds >= lastCapChange;
    if (!isFresh || !countsFromQuote({ direction, byCard: this.isByCard(now) })) return now;
    const then = this.tryPrice(tier, quotedAtSeconds);
    return then && this.isByCard(then) ? then : now;
  }
}
