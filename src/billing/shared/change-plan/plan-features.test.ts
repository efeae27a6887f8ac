import { expect, it } from 'vitest';
import type { PlanId } from '#contract/types.ts';
import { featuresBeyond, featuresOf } from './plan-features.ts';

const words = (id: PlanId, features: Record<string, string>) => ({
  id,
  description: id,
  features: Object.entries(features).map(([about, text]) => ({ about, text })),
});

const plans = [
  words('free', { API: 'Unlimited requests', Egress: 'A little egress', Support: 'Community support' }),
  words('pro', { Egress: 'More egress', Support: 'Email support', Logs: 'A week of logs' }),
  words('team', { SOC2: 'SOC2', Logs: 'A month of logs' }),
];

const texts = (features: Iterable<{ text: string }>) => [...features].map(({ text }) => text);

it('keeps what a lower plan has, unless the higher one has more of it', () => {
  expect(texts(featuresOf(plans, 'team').values())).toEqual([
    'Unlimited requests',
    'More egress',
    'Email support',
    'A month of logs',
    'SOC2',
  ]);
});

it('says what is gained and what is lost between two plans', () => {
  expect(texts(featuresBeyond(plans, 'team', 'pro'))).toEqual(['A month of logs', 'SOC2']);
  expect(texts(featuresBeyond(plans, 'pro', 'free'))).toEqual(['More egress', 'Email support', 'A week of logs']);
  expect(featuresBeyond(plans, 'pro', 'pro')).toEqual([]);
});

it('knows no features where the platform sends none', () => {
  expect(featuresBeyond([], 'pro', 'free')).toEqual([]);
});
