import { expect, it } from 'vitest';
import { changeDirection, planOrder, tierFor } from './plan-tiers.ts';

it('orders the plans', () => {
  expect(planOrder).toEqual(['free', 'pro', 'team', 'enterprise']);
  expect([changeDirection('free', 'team'), changeDirection('team', 'pro'), changeDirection('pro', 'pro')]).toEqual([
    'upgrade',
    'downgrade',
    undefined,
  ]);
});

it('asks for Pro as pay as you go when it comes from Team, else with the spend cap on', () => {
  expect(tierFor('free', 'pro')).toBe('tier_pro');
  expect(tierFor('team', 'pro')).toBe('tier_payg');
  expect(tierFor('pro', 'team')).toBe('tier_team');
  expect(tierFor('pro', 'free')).toBe('tier_free');
});
