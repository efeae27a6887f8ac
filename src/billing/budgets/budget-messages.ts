import type { CallResponse } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';

export type Budget = CallResponse<'listBudgets'>['budgets'][number];
export type Preview = CallResponse<'previewBudget'>;
type Spend = CallResponse<'getSpend'>;

interface SpentAt {
  readonly seconds: number;
  readonly cents: number;
}

export const basisWords: Readonly<Record<Budget['basis'], string>> = {
  bill: 'The whole next invoice, after discounts and before credits',
  overage: 'Overage covered by the spend cap',
};

export function atLimitWords({ at_limit: atLimit, limit_reached: isReached }: Pick<Budget, 'at_limit' | 'limit_reached'>): string {
  if (atLimit === 'alert') return 'Alerts only';
  return isReached ? 'Limit reached: usage that it covers is not charged' : 'Stops charges at the limit';
}

export const thresholdWords = ({ percent, on }: Budget['thresholds'][number]): string =>
  on === 'actual' ? `${percent}% spent` : `${percent}% expected`;

export const previewTitle = 'What it will do';

export function previewWords(
  { spent_cents, reached, reached_at, stop, replay }: Preview,
  amountCents: number,
  nowSeconds: number,
): string[] {
  const now = `${formatCents(spent_cents)} so far.`;
  const alerts =
    reached.length > 0 ? `Saving sends these alerts now: ${reached.map(thresholdWords).join(', ')}.` : 'Saving sends no alert now.';
  const isReached = spent_cents >= amountCents || (reached_at !== null && reached_at <= nowSeconds);
  const when = isReached
    ? ['The amount is already reached.']
    : reached_at === null
      ? ["At the current rate this amount isn't reached in this cycle."]
      : [`Reached on ${formatDateTime(reached_at)} if nothing changes.`, "Metered usage isn't included in this date."];
  return [now, alerts, ...when, ...(stop ? stopWords(stop) : []), ...replayWords(replay)];
}

function stopWords({
  is_active: isActive,
  stops_now,
  charged_cents,
  allowance_cents,
  cannot_cover,
}: NonNullable<Preview['stop']>): string[] {
  const uncovered = cannot_cover.length > 0 ? [`Not covered: ${cannot_cover.join(', ')}.`] : [];
  if (!isActive) return ['The spend cap is on, so it covers the same already.', ...uncovered];
  return [
    stops_now ? 'From now on, covered usage is metered and not charged.' : `${formatCents(allowance_cents)} remains for covered usage.`,
    `${formatCents(charged_cents)} is already charged.`,
    ...uncovered,
  ];
}

const cyclesWords = (cycles: number): string => (cycles === 1 ? 'your last cycle' : `your last ${cycles} cycles`);
const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Describes the effects that the limit and the spend cap would have had in past cycles. */
export function replayWords({ cycles, limit, spend_cap: cap }: Preview['replay']): string[] {
  if (cycles === 0) return ['No past cycle to test against yet.'];
  const effect = ({ less_cents, limited_days }: typeof cap): string =>
    `${formatCents(less_cents)} less, services limited on ${daysWords(limited_days)}`;
  return [
    ...(limit ? [`This limit in ${cyclesWords(cycles)}: ${effect(limit)}.`] : []),
    `The spend cap in ${cyclesWords(cycles)}: ${effect(cap)}.`,
  ];
}

export function forecastWords({ forecast: { low_cents: low, expected_cents: expected, high_cents: high } }: Spend): string {
  const range = low === high ? formatCents(low) : `${formatCents(low)} to ${formatCents(high)}, most likely ${formatCents(expected)}`;
  return `Forecast with metered usage: ${range}.`;
}

export const forecastBasis =
  "Assumes running resources keep running and metered usage continues at the last 7 days' rate. New projects, price changes and tax aren't included.";

export const amountName = ({ at_limit: atLimit }: Pick<Budget, 'at_limit'>): string => (atLimit === 'stop' ? 'limit' : 'budget');

type Line = Pick<Budget, 'at_limit' | 'amount_cents' | 'spent_cents'>;

/** Describes the forecast for a budget. @param from the time and the amount at which the dashed line of the forecast begins */
export function lineWords(budget: Line, { cycle, forecast: { expected_cents: expected } }: Spend, from: SpentAt): string {
  const { amount_cents: amount, spent_cents: spent } = budget;
  const name = `${amountName(budget)} of ${formatCents(amount)}`;
  if (spent >= amount) return `The ${name} is reached.`;
  if (expected <= from.cents || expected < amount) return `The forecast stays below the ${name}.`;
  const share = Math.max(0, amount - from.cents) / (expected - from.cents);
  return `At the rate of the forecast, the ${name} is reached about ${formatDate(from.seconds + share * (cycle.end - from.seconds))}.`;
}
