import type { CallResponse } from '#contract/types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';

export type Budget = CallResponse<'listBudgets'>['budgets'][number];
export type Preview = CallResponse<'previewBudget'>;
type Spend = CallResponse<'getSpend'>;

export const basisWords: Readonly<Record<Budget['basis'], string>> = {
  bill: 'The whole next invoice, after discounts and before credits',
  overage: 'Overage of what the spend cap covers',
};

export function atLimitWords({ at_limit: atLimit, limit_reached: isReached }: Pick<Budget, 'at_limit' | 'limit_reached'>): string {
  if (atLimit === 'alert') return 'Alerts only';
  return isReached ? 'Limit reached: usage that it covers is not charged' : 'Stops charges at the limit';
}

export const thresholdWords = ({ percent, on }: Budget['thresholds'][number]): string =>
  on === 'actual' ? `${percent}% spent` : `${percent}% expected`;

export function previewWords({ spent_cents, reached, reached_at, stop, replay }: Preview, nowSeconds: number): string[] {
  const now = `${formatCents(spent_cents)} so far.`;
  const alerts =
    reached.length > 0 ? `Saving sends these alerts now: ${reached.map(thresholdWords).join(', ')}.` : 'Saving sends no alert now.';
  const when =
    reached_at === null
      ? "At the current rate this amount isn't reached in this cycle."
      : reached_at <= nowSeconds
        ? 'The amount is already reached.'
        : `Reached on ${formatDateTime(reached_at)} if nothing changes. Metered usage isn't included.`;
  const charges =
    stop &&
    (!stop.is_active
      ? 'The spend cap is on, so it covers the same already.'
      : stop.stops_now
        ? `From now on, covered usage is metered and not charged. ${formatCents(stop.charged_cents)} is already charged.`
        : `${formatCents(stop.allowance_cents)} remains for covered usage; ${formatCents(stop.charged_cents)} is already charged.`);
  return [now, alerts, when, ...(charges ? [charges] : []), ...replayWords(replay)];
}

const cyclesWords = (cycles: number): string => (cycles === 1 ? 'your last cycle' : `your last ${cycles} cycles`);
const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Effects that the limit and the spend cap would have had in past cycles. */
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
  return `Forecast with metered usage: ${range}. Assumes running resources keep running and metered usage continues at the last 7 days' rate. New projects, price changes and tax aren't included.`;
}
