import type { Shape, Tier } from '#contract/types.ts';
import { DomainError } from '#server/domain/errors.ts';
import { PlatformError } from '#server/http/platform-error.ts';
import type { Database } from '#server/store/database.ts';
import { instantOf, secondsOf } from '#server/store/instants.ts';
import { findQuote, insertQuote, isQuoteUsed, type QuoteRow } from '#server/store/quotes.ts';
import { newId } from './ids.ts';
import { isOutsideCycle, priceChange, type PricedChange } from './price-change.ts';

export const quoteLifeSeconds = 15 * 60;

type QuoteView = Shape<'Preview'>['quote'];

export const quoteView = ({ id, totalCents, expiresAt }: Pick<QuoteRow, 'id' | 'totalCents' | 'expiresAt'>): QuoteView => ({
  id,
  total_cents: totalCents,
  expires_at: secondsOf(expiresAt),
});

/** Keeps a price under an id for as long as it holds. */
export async function keepQuote(
  db: Database,
  organizationId: number,
  { tier, chargeCents, usageDueCents }: PricedChange,
  atSeconds: number,
): Promise<QuoteRow> {
  const quote: QuoteRow = {
    id: newId('qt'),
    organizationId,
    tier,
    quotedAt: instantOf(atSeconds),
    expiresAt: instantOf(atSeconds + quoteLifeSeconds),
    totalCents: chargeCents,
    usageDueCents,
  };
  await insertQuote(db, quote);
  return quote;
}

/** The price that was shown does not hold any more; what it is now goes with the refusal. */
export class PriceChanged extends Error {}

const refused = (message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path: 'body.quote_id', message }] });

/**
 * The price of a change by the quote that a member saw.
 * @throws {PriceChanged} when it has expired or its sums no longer hold
 * @throws {PlatformError} for a quote that is unknown here, of another tier, or used
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
  if (await isQuoteUsed(tx, quoteId))
    throw new PlatformError('conflict', 'This quote has been used already', {
      fields: [{ path: 'body.quote_id', message: 'has been used already' }],
    });
  if (secondsOf(quote.expiresAt) <= nowSeconds) throw new PriceChanged('the quote has expired');
  const priced = await priceChange(tx, organizationId, tier, secondsOf(quote.quotedAt)).catch((error: unknown) => {
    throw isOutsideCycle(error) ? new PriceChanged('another cycle runs') : error;
  });
  if (priced.chargeCents !== quote.totalCents || priced.usageDueCents !== quote.usageDueCents)
    throw new PriceChanged('the sums have changed');
  return { priced, quote };
}

/** A price of this moment, with its quote. */
export async function priceNow(
  tx: Database,
  organizationId: number,
  tier: Tier,
  nowSeconds: number,
): Promise<{ priced: PricedChange; quote: QuoteRow }> {
  const priced = await priceChange(tx, organizationId, tier, nowSeconds);
  return { priced, quote: await keepQuote(tx, organizationId, priced, nowSeconds) };
}

/** What a member is told of a change that can't be priced. */
export function pricingFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (isOutsideCycle(error))
    return new PlatformError('conflict', 'The billing cycle is being closed. Try again in a moment.', { headers: { 'Retry-After': '2' } });
  return new PlatformError('rule_violated', error.message, { fields: [{ path: `body.${error.field}`, message: error.message }] });
}
