import type { CallResponse, Proposal } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { proposalStatusNames, proposalsTexts as texts } from '#lib/texts/proposals.ts';

export type Review = NonNullable<CallResponse<'listProposals'>['review']>;
type Price = NonNullable<Proposal['price']>;

export const proposalsSheetId = 'proposals-waiting';
export const proposalsHeading = () => document.getElementById(`${proposalsSheetId}-title`);

export const isWaiting = ({ status }: Pick<Proposal, 'status'>): boolean => status === 'open' || status === 'approved';

/** Examples: '+$25.00', or 'None'. */
export function monthlyWords(cents: number): string {
  if (cents === 0) return texts.noChange;
  return `${cents > 0 ? '+' : '\u2212'}${formatCents(Math.abs(cents))}`;
}

export function proposalFacts(proposal: Proposal): string[] {
  const {
    asked_by: name,
    is_by_token: isByToken,
    asked_at: askedAt,
    ends_at: endsAt,
    decided_by: decider,
    decided_at: decidedAt,
  } = proposal;
  const askedWords = fillText(isByToken ? texts.askedByProgram : texts.askedBy, { name, date: formatDate(askedAt) });
  const decidedWords =
    decider === null || decidedAt === null
      ? []
      : [
          fillText(texts.decided, {
            status: proposalStatusNames[proposal.status === 'refused' ? 'refused' : 'approved'],
            name: decider,
            date: formatDate(decidedAt),
          }),
        ];
  return [askedWords, ...decidedWords, ...(isWaiting(proposal) ? [fillText(texts.ends, { date: formatDate(endsAt) })] : [])];
}

export const isSamePrice = (one: Price, other: Price): boolean =>
  one.due_now_cents === other.due_now_cents && one.monthly_cents === other.monthly_cents;

export interface PriceRow {
  readonly name: string;
  /** Price at the time of the proposal; null if the price has not changed. */
  readonly before: string | null;
  readonly now: string;
}

export function priceRows({ price }: Proposal, review: Review): PriceRow[] {
  const isChanged = price !== null && !isSamePrice(price, review);
  return [
    {
      name: texts.dueNow,
      before: isChanged ? formatCents(price.due_now_cents) : null,
      now: formatCents(review.due_now_cents),
    },
    {
      name: texts.monthly,
      before: isChanged ? monthlyWords(price.monthly_cents) : null,
      now: monthlyWords(review.monthly_cents),
    },
  ];
}

export const limitWords = ({ forecast_cents: forecast, limits }: Review): [name: string, words: string][] => [
  [texts.forecast, formatCents(forecast)],
  ...limits.map(({ name, amount_cents: amount, projected_cents: projected }): [string, string] => [
    fillText(texts.limit, { name }),
    fillText(texts.limitFacts, { projected: formatCents(projected), amount: formatCents(amount) }),
  ]),
];
