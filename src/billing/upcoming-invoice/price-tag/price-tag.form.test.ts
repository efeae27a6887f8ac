import { describe, expect, it } from 'vitest';
import { bodyOf, emptyPriceTag, faultsOf, refusalsOf } from './price-tag.form.ts';
import { limitSentences, type PriceTag, workingOf } from './price-tag-messages.ts';

const usage = { ...emptyPriceTag, item: 'usage', metric: 'EGRESS' } as const;

describe('the form of a price', () => {
  it('sends the fields of its item only, and gigabytes as bytes', () => {
    expect(bodyOf({ ...usage, quantity: '1,500.5' })).toEqual({ item: 'usage', metric: 'EGRESS', quantity: 1_500_500_000_000 });
    expect(bodyOf({ ...usage, metric: 'MONTHLY_ACTIVE_USERS', quantity: '20,000' })).toMatchObject({ quantity: 20_000 });
    expect(bodyOf({ ...emptyPriceTag, item: 'branch', project: 'x' })).toEqual({ item: 'branch' });
    expect(bodyOf({ ...emptyPriceTag, item: 'replica', project: 'x' })).toEqual({
      item: 'replica',
      project_ref: 'x',
      compute_size: 'small',
    });
  });

  it('says what is missing or wrong, at the field', () => {
    expect(faultsOf({ ...emptyPriceTag, item: 'add_on' })).toEqual({ project: 'Choose a project', addOn: 'Choose an add-on' });
    for (const quantity of ['', '0', '-1', '1e3', '0.0000001', '1.5 GB'])
      expect(faultsOf({ ...usage, quantity })).toEqual({ quantity: 'Enter gigabytes, such as 100 or 0.5' });
    expect(faultsOf({ ...usage, metric: 'MONTHLY_ACTIVE_USERS', quantity: '0.5' })).toEqual({ quantity: 'Enter a whole number' });
    expect(faultsOf({ ...usage, quantity: '0.5' })).toEqual({});
  });

  it('shows a refusal of the platform at its field', () => {
    const errors = [
      { path: 'body.project_ref', message: 'must be a running project and not a branch' },
      { path: 'body.from', message: 'must not be in the past' },
    ];
    expect(refusalsOf(errors)).toEqual({ project: 'This must be a running project and not a branch' });
  });
});

it('says what reduces a list price, and when a limit is reached', () => {
  const line = { description: 'Egress', metric: 'EGRESS', quantity: 4e11, unit_price_desc: '$0.09 per GB after 250 GB' } as const;
  expect(
    workingOf({ ...line, list_cents: 3600, included_cents: 2250, not_charged_cents: 100, discount_cents: 0, amount_cents: 1250 }),
  ).toBe('$36.00 at list price, less $22.50 included in your plan and $1.00 not charged, because of your spend cap or limit');
  const at = Date.UTC(2026, 10, 20, 8) / 1000;
  const limit = { budget_id: 'b', name: 'Team', amount_cents: 1000, reached_at: at, reached_at_without: null };
  expect(limitSentences({ limits: [limit] } as unknown as PriceTag)).toEqual([
    'Your limit "Team" of $10.00 is reached on Nov 20, 2026, 08:00 UTC; without it, it isn\'t reached in this cycle.',
  ]);
});
