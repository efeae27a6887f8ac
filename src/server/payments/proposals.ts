import type { Shape, Tier } from '#contract/types.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { changeProposal, findProposal, type KnownProposal } from '#server/store/proposals.ts';
import { findQuote, isQuoteUsed, latestQuoteOf, type QuoteRow } from '#server/store/quotes.ts';
import { priceChange, type PricedChange } from './price-change.ts';
import type { ProposalTerms } from './proposal-price.ts';
import { keepQuote, priceNow, quoteLifeSeconds } from './quotes.ts';

interface ProposalPlace {
  readonly organizationId: number;
  readonly id: string;
}

const endsByTime: ReadonlySet<string> = new Set<KnownProposal['row']['state']>(['open', 'approved']);

export function statusOf({ row, isDone }: KnownProposal, nowSeconds: number): Shape<'ProposalStatus'> {
  if (isDone) return 'done';
  return endsByTime.has(row.state) && secondsOf(row.endsAt) <= nowSeconds ? 'ended' : row.state;
}

const refused = (message: string): PlatformError =>
  new PlatformError('rule_violated', `proposal_id: ${message}`, { fields: [{ path: 'body.proposal_id', message }] });

const isNotApproved = (): PlatformError => refused('is not an approved proposal');

const completionRefusals: Readonly<Record<Shape<'ProposalStatus'>, (() => PlatformError) | null>> = {
  open: isNotApproved,
  approved: null,
  refused: isNotApproved,
  ended: isNotApproved,
  done: () => new PlatformError('conflict', 'This proposal has been completed already'),
};

/** @throws {PlatformError} 422 if the proposal was not approved or its terms differ from `terms`; 409 if the proposal was completed */
async function requireApproved(
  db: Database,
  place: ProposalPlace,
  terms: Partial<ProposalTerms>,
  nowSeconds: number,
): Promise<KnownProposal> {
  const proposal = await findProposal(db, place);
  if (!proposal) throw refused('is not a proposal of this organization');
  const refusal = completionRefusals[statusOf(proposal, nowSeconds)];
  if (refusal) throw refusal();
  const { row } = proposal;
  const isSame = (Object.keys(terms) as (keyof ProposalTerms)[]).every((name) => terms[name] === row[name]);
  if (!isSame) throw refused('is a proposal for something else');
  return proposal;
}

/**
 * Call this in the transaction that stores the completing object, with the organization lock.
 * @throws {PlatformError} 422 if the proposal is not approved or has other terms, 409 if it is completed or its payment is in progress
 */
export async function completeProposal(
  tx: Database,
  { organizationId, id, ...terms }: ProposalPlace & Partial<ProposalTerms>,
  { subject, dueCents }: { readonly subject: string; readonly dueCents: number },
  nowSeconds: number,
): Promise<void> {
  const place = { organizationId, id };
  const { isUnderWay } = await requireApproved(tx, place, terms, nowSeconds);
  if (isUnderWay) throw new PlatformError('conflict', 'The payment of this proposal is under way');
  await changeProposal(tx, place, { subject, approvedDueCents: dueCents });
}

/** Stores the price at `atSeconds`, the instant of the price that the member saw. Reuses a stored quote for this instant. */
export async function quoteApproval(tx: Database, { organizationId, id }: ProposalPlace, tier: Tier, atSeconds: number): Promise<void> {
  const latest = await latestQuoteOf(tx, organizationId, id);
  if (latest && secondsOf(latest.quotedAt) === atSeconds) return;
  await keepQuote(tx, organizationId, await priceChange(tx, organizationId, tier, atSeconds), atSeconds, id);
}

const isSamePrice = (a: Pick<QuoteRow, 'totalCents' | 'usageDueCents'>, b: PricedChange): boolean =>
  a.totalCents === b.totalCents && a.usageDueCents === b.usageDueCents;

/**
 * Returns the stored quote if its price is still valid, else a new quote.
 * @throws {PlatformError} 422 if the proposal is not approved for this tier
 */
export async function approvedQuote(
  db: Database,
  place: ProposalPlace,
  tier: Tier,
  nowSeconds: number,
): Promise<{ priced: PricedChange; quote: QuoteRow }> {
  const { organizationId, id } = place;
  await requireApproved(db, place, { tier }, nowSeconds);
  const latest = await latestQuoteOf(db, organizationId, id);
  if (latest && secondsOf(latest.expiresAt) > nowSeconds && !(await isQuoteUsed(db, organizationId, latest.id))) {
    const priced = await priceChange(db, organizationId, tier, secondsOf(latest.quotedAt));
    if (isSamePrice(latest, priced)) return { priced, quote: latest };
  }
  return priceNow(db, organizationId, tier, nowSeconds, id);
}

export async function proposalOfQuote(db: Database, organizationId: number, quoteId: string | undefined): Promise<string | null> {
  const quote = quoteId === undefined ? null : await findQuote(db, organizationId, quoteId);
  return quote?.proposalId ?? null;
}

export const isRecentPrice = (pricedAt: number, nowSeconds: number): boolean =>
  pricedAt <= nowSeconds && pricedAt > nowSeconds - quoteLifeSeconds;
