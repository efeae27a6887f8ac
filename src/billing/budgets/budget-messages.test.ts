import { expect, it } from 'vitest';
import { type Budget, lineWords, type Preview, previewWords } from './budget-messages.ts';
import type { Spend } from './spend-series.ts';

const day = (text: string): number => Date.parse(`${text}T00:00Z`) / 1000;
const now = day('2026-11-27');

const effect = { less_cents: 0, limited_days: 0 };
const preview: Preview = {
  spent_cents: 47_343,
  projected_cents: 94_456,
  reached: [],
  reached_at: null,
  stop: null,
  replay: { cycles: 0, limit: null, spend_cap: effect },
};

it('says of an amount that is reached that it is, and not when it will be', () => {
  // The platform's clock can be ahead of the page's clock, because the page rounds down to the minute.
  const reached = previewWords({ ...preview, reached_at: now + 30 }, 47_343, now);
  expect(reached).toContain('The amount is already reached.');
  expect(reached.join(' ')).not.toContain('if nothing changes');
  expect(previewWords({ ...preview, reached_at: day('2026-12-03') }, 80_000, now)).toContain(
    'Reached on Dec 03, 2026, 00:00 UTC if nothing changes.',
  );
});

it('has one sentence for each effect, and speaks of a limit only if charges stop', () => {
  const stop = {
    is_active: true,
    allowance_cents: 5000,
    charged_cents: 1000,
    stops_now: false,
    covers: ['Egress'],
    cannot_cover: ['Compute', 'IPv4'],
  };
  const stopped = previewWords({ ...preview, stop, replay: { cycles: 2, limit: effect, spend_cap: effect } }, 80_000, now);
  expect(stopped).toEqual([
    '$473.43 so far.',
    'Saving sends no alert now.',
    "At the current rate this amount isn't reached in this cycle.",
    '$50.00 remains for covered usage.',
    '$10.00 is already charged.',
    'Not covered: Compute, IPv4.',
    'This limit in your last 2 cycles: $0.00 less, services limited on 0 days.',
    'The spend cap in your last 2 cycles: $0.00 less, services limited on 0 days.',
  ]);
  expect(previewWords(preview, 80_000, now).join(' ')).not.toContain('limit');
});

it('says when the line of a budget is reached at the rate of the forecast', () => {
  const spend = {
    cycle: { start: day('2026-11-07'), end: day('2026-12-07') },
    forecast: { low_cents: 0, expected_cents: 94_343, high_cents: 0 },
  };
  const words = (budget: Pick<Budget, 'at_limit' | 'amount_cents' | 'spent_cents'>): string =>
    lineWords(budget, spend as Spend, { seconds: now, cents: 47_343 });
  const budget = { at_limit: 'stop', amount_cents: 70_843, spent_cents: 47_343 } as const;
  expect(words(budget)).toBe('At the rate of the forecast, the limit of $708.43 is reached about Dec 02, 2026.');
  expect(words({ ...budget, at_limit: 'alert', amount_cents: 40_000 })).toBe('The budget of $400.00 is reached.');
  expect(words({ ...budget, amount_cents: 100_000 })).toBe('The forecast stays below the limit of $1,000.00.');
});
