import { expect, it } from 'vitest';
import { changeDirection, featuresBeyond, featuresOf, planMetadata, tierFor } from './plan-metadata.ts';

const texts = (features: readonly { text: string }[]) => features.map(({ text }) => text);

it('orders the plans', () => {
  expect(planMetadata.map(({ planId }) => planId)).toEqual(['free', 'pro', 'team', 'enterprise']);
  expect([changeDirection('free', 'team'), changeDirection('team', 'pro'), changeDirection('pro', 'pro')]).toEqual([
    'upgrade',
    'downgrade',
    undefined,
  ]);
});

it('knows what the price of every plan is for, where one is told', () => {
  expect(new Set(planMetadata.map(({ costUnit }) => costUnit))).toEqual(new Set(['per month']));
});

it('keeps what a lower plan has, unless the higher one has more of it', () => {
  const team = [...featuresOf('team').values()].map(({ text }) => text);
  expect(team).toContain('250 GB egress');
  expect(team).toContain('28-day log retention');
  expect(team).not.toContain('7-day log retention');
  expect(team).not.toContain('Community support');
});

it('says what is gained and what is lost between two plans', () => {
  expect(texts(featuresBeyond('team', 'pro'))).toContain('SOC2');
  expect(texts(featuresBeyond('team', 'pro'))).not.toContain('250 GB egress');
  expect(texts(featuresBeyond('team', 'free'))).toContain('250 GB egress');
  expect(texts(featuresBeyond('pro', 'free'))).not.toContain('Unlimited API requests');
  // Going back to Free loses the paid measure of everything.
  expect(texts(featuresBeyond('pro', 'free'))).toContain('Daily backups stored for 7 days');
  expect(featuresBeyond('pro', 'pro')).toEqual([]);
});

it('asks for Pro as pay as you go when it comes from Team, else with the spend cap on', () => {
  expect(tierFor('free', 'pro')).toBe('tier_pro');
  expect(tierFor('team', 'pro')).toBe('tier_payg');
  expect(tierFor('pro', 'team')).toBe('tier_team');
  expect(tierFor('pro', 'free')).toBe('tier_free');
});
