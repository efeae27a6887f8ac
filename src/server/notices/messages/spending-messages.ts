import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { billing, printedName, type WordsOf } from '#server/notices/email-content.ts';

export const budgetCrossedWords: WordsOf<'budget_crossed'> = (facts, { name }) => {
  const { budgetName, thresholdPercent, budgetCents, spentCents, periodEndsAt, isForecast, seenAt, stopsCharges = false } = facts;
  const forecastDay = seenAt === undefined ? 'the day of the forecast' : formatDate(seenAt);
  const budget = printedName(budgetName);
  const scope = facts.subject === undefined ? name : `${printedName(facts.subject)} in ${name}`;
  const limit = facts.isDaily ? 'limit for today (UTC)' : 'limit';
  return {
    subject: `Budget at ${thresholdPercent}%: ${formatCents(spentCents)} of ${formatCents(budgetCents)} for ${scope}${isForecast ? ', forecast' : ''}`,
    heading: isForecast ? `${budget} is forecast to reach ${thresholdPercent}%` : `${budget} has reached ${thresholdPercent}%`,
    tone: thresholdPercent >= 100 ? 'bad' : 'warning',
    paragraphs: [
      isForecast
        ? `At the rate of ${forecastDay}, ${scope} will spend ${formatCents(spentCents)} by ${formatDate(periodEndsAt)}.`
        : `${scope} had spent ${formatCents(spentCents)} of a budget of ${formatCents(budgetCents)}${seenAt === undefined ? '' : ` on ${forecastDay}`}.`,
      stopsCharges
        ? `Once the ${limit} is reached, covered usage${facts.subject === undefined ? '' : ` of ${printedName(facts.subject)}`} is metered and not charged.`
        : 'This budget only alerts; usage continues and is charged.',
    ],
    facts: [
      ['Budget', budget],
      ...(facts.subject === undefined ? [] : [['Scope', printedName(facts.subject)] as const]),
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
