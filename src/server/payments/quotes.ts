import type { Shape, Tier } from '#contract/types.ts';
import { isTooSmall } from '#lib/charge.ts';
import { countsFromQuote } from '#server/domain/change-timing.ts';
import { DomainError } from '#server/domain/errors.ts';
import { PlatformError } from '#server/platform-error.ts';
import { type Database, instantOf, secondsOf } from '#server/database/database.ts';
import { findQuote, insertQuote, isQuoteUsed, type QuoteRow } from '#server/store/quotes.ts';
import { newId } from './ids.ts';
import { isOutsideCycle, isPaidByCard, priceChange, type PricedChange } from './price-change.ts';

export const quoteLifeSeconds = 15 * 60;

type QuoteView = Shape<'Preview'>['quote'];
type QuotedSums = Pick<QuoteRow, 'totalCents' | 'usageDueCents'>;

export const chargeOf = ({ totalCents }: Pick<QuotedSums, 'totalCents'>): number => (isTooSmall(totalCents) ? 0 : totalCents);

export const dueNowOf = (sums: QuotedSums): number => chargeOf(sums) + sums.usageDueCents;

export const quoteView = (quote: Pick<QuoteRow, 'id' | 'expiresAt'> & QuotedSums): QuoteView => ({
  id: quote.id,
  total_cents: quote.totalCents,
  due_now_cents: dueNowOf(quote),
  expires_at: secondsOf(quote.expiresAt),
});

/** @param proposalId the proposal to complete when a change uses this quote; null if there is none */
export async function keepQuote(
  db: Database,
  organizationId: number,
  { tier, totalCents, usageDueCents }: PricedChange,
  atSeconds: number,
  proposalId: string | null = null,
): Promise<QuoteRow> {
  const quote: QuoteRow = {
    id: newId('qt'),
    organizationId,
    tier,
    quotedAt: instantOf(atSeconds),
    expiresAt: instantOf(atSeconds + quoteLifeSeconds),
    totalCents,
    usageDueCents,
    proposalId,
  };
  await insertQuote(db, quote);
  return quote;
}

export class PriceChanged extends Error {}

const refused = (message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path: 'body.quote_id', message }] });

/**
 * Quoted price if the change takes effect at the time of the quote, otherwise the current price.
 * @throws {PriceChanged} if the amount due now is higher than the shown amount; {PlatformError} for an unknown or used quote, or a quote
 * for another tier
 */
export async function priceByQuote(
  tx: Database,
  organizationId: number,
  tier: Tier,
  quoteId: string,
  nowSeconds: number,
): Promise<{ priced: PricedChange; quote: QuoteRow }> {
  const quote = await findQuote(tx, organizationId, quoteId);
  if (!quote) throw refused('is not a quote of this organization');
  if (quote.tier !== tier) throw refused('is a quote of another tier');
  if (await isQuoteUsed(tx, organizationId, quoteId))
    throw new PlatformError('conflict', 'This quote has been used already', {
      fields: [{ path: 'body.quote_id', message: 'has been used already' }],
    });
  const priced = await priceFromQuote(tx, quote, await priceChange(tx, organizationId, tier, nowSeconds), nowSeconds);
  if (dueNowOf(priced) > dueNowOf(quote)) throw new PriceChanged('more is due now');
  return { priced, quote };
}

/** Price at the time of the quote if the quote is valid and the change takes effect at that time; otherwise the current price. */
async function priceFromQuote(tx: Database, quote: QuoteRow, now: PricedChange, nowSeconds: number): Promise<PricedChange> {
  const { organizationId, tier } = quote;
  const quotedSeconds = secondsOf(quote.quotedAt);
  const direction = now.quote.kind === 'plan_change' ? now.quote.direction : undefined;
  const lastCapChange = now.account.period.cap.changes.at(-1)?.atSeconds ?? 0;
  const isFresh = secondsOf(quote.expiresAt) > nowSeconds && quotedSeconds >= lastCapChange;
  if (!isFresh || !countsFromQuote({ direction, byCard: isPaidByCard(now) })) return now;
  const then = await priceChange(tx, organizationId, tier, quotedSeconds).catch((error: unknown) => {
    if (isOutsideCycle(error)) return now;
    throw error;
  });
  return isPaidByCard(then) ? then : now;
}

export async function priceNow(
  tx: Database,
  organizationId: number,
  tier: Tier,
  nowSeconds: number,
  proposalId: string | null = null,
): Promise<{ priced: PricedChange; quote: QuoteRow }> {
  const priced = await priceChange(tx, organizationId, tier, nowSeconds);
  return { priced, quote: await keepQuote(tx, organizationId, priced, nowSeconds, proposalId) };
}

/** For requests between the end of a cycle and the start of the next cycle. */
export const cycleIsClosing = (): PlatformError =>
  new PlatformError('conflict', 'The billing cycle is being closed. Try again in a moment.', { headers: { 'Retry-After': '2' } });

export function pricingFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (isOutsideCycle(error)) return cycleIsClosing();
  return new PlatformError('rule_violated', error.message, { fields: [{ path: `body.${error.field}`, message: error.message }] });
}
