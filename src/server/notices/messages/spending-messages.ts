import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { billing, printedName, type WordsOf } from '#server/notices/email-content.ts';

export const budgetCrossedWords: WordsOf<'budget_crossed'> = (facts, { name }) => {
  const { budgetName, thresholdPercent, budgetCents, spentCents, periodEndsAt, isForecast, seenAt, stopsCharges = false } = facts;
  const forecastDay = seenAt === undefined ? 'the day of the forecast' : formatDate(seenAt);
  const budget = printedName(budgetName);
  return {
    subject: `Budget at ${thresholdPercent}%: ${formatCents(spentCents)} of ${formatCents(budgetCents)} for ${name}${isForecast ? ', forecast' : ''}`,
    heading: isForecast ? `${budget} is forecast to reach ${thresholdPercent}%` : `${budget} has reached ${thresholdPercent}%`,
    tone: thresholdPercent >= 100 ? 'bad' : 'warning',
    paragraphs: [
      isForecast
        ? `At the rate of ${forecastDay}, ${name} will spend ${formatCents(spentCents)} by ${formatDate(periodEndsAt)}.`
        : `${name} had spent ${formatCents(spentCents)} of a budget of ${formatCents(budgetCents)}${seenAt === undefined ? '' : ` on ${forecastDay}`}.`,
      stopsCharges
        ? 'Once the limit is reached, covered usage is metered and not charged.'
        : 'This budget only alerts; usage continues and is charged.',
    ],
    facts: [
      ['Budget', budget],
      [isForecast ? 'Forecast' : 'Spent', formatCents(spentCents)],
      ['Budget amount', formatCents(budgetCents)],
      ['Period ends', formatDate(periodEndsAt)],
    ],
    action: billing,
  };
};

export const creditLowWords: WordsOf<'credit_low'> = ({ balanceCents, usedCents }, { name }) => ({
  subject: `Credits low: ${formatCents(balanceCents)} left for ${name}`,
  heading: `You have ${formatCents(balanceCents)} in credits left`,
  tone: 'warning',
  paragraphs: [
    `Your last invoice used ${formatCents(usedCents)} of credits. The remaining credits don't cover another one like it.`,
    'Add credits, or we charge the rest of your next invoice as usual.',
  ],
  facts: [
    ['Credits left', formatCents(balanceCents)],
    ['Used by the last invoice', formatCents(usedCents)],
  ],
  action: { label: 'Add credits', path: 'billing#credits-balance' },
});

export const priceChangeWords: WordsOf<'price_change'> = ({ appliesFrom, changes }, { name }) => ({
  subject: `Price change from ${formatDayOfYear(appliesFrom)} for ${name}`,
  heading: `Prices change on ${formatDate(appliesFrom)}`,
  tone: 'neutral',
  paragraphs: [
    `New prices apply to ${name} from the billing cycle that begins on ${formatDate(appliesFrom)}. Your running billing cycle keeps its prices.`,
  ],
  facts: changes.map(({ what, before, after }) => [what, `${before}, then ${after}`] as const),
  action: billing,
});
