import { expect, it } from 'vitest';
import { budgetCrossedWords } from './spending-messages.ts';

const facts = {
  budgetName: 'Limit',
  thresholdPercent: 100,
  budgetCents: 900,
  spentCents: 900,
  periodEndsAt: 1_775_000_000,
  isForecast: false,
  stopsCharges: true,
};
const about = { name: 'Harbour', isPaid: false };

it('names the project or metric of a limit in the subject and the text, and the day of a daily limit', () => {
  const whole = budgetCrossedWords(facts, about);
  expect([whole.subject, whole.paragraphs.at(-1)]).toEqual([
    'Budget at 100%: $9.00 of $9.00 for Harbour',
    'Once the limit is reached, covered usage is metered and not charged.',
  ]);
  const daily = budgetCrossedWords({ ...facts, subject: 'Egress', isDaily: true }, about);
  expect(daily.subject).toBe('Budget at 100%: $9.00 of $9.00 for Egress in Harbour');
  expect(daily.paragraphs).toEqual([
    'Egress in Harbour had spent $9.00 of a budget of $9.00.',
    'Once the limit for today (UTC) is reached, covered usage of Egress is metered and not charged.',
  ]);
  expect(daily.facts).toContainEqual(['Scope', 'Egress']);
});
