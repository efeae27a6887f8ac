import { expect, it } from 'vitest';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { whySpendCapIsFixed } from './spend-cap-ability.ts';

type Facts = Parameters<typeof whySpendCapIsFixed>[0];
const why = (organization: Partial<Facts['organization']> = {}, facts: Partial<Facts> = {}) =>
  whySpendCapIsFixed({
    organization: { plan: { id: 'pro', name: 'Pro' }, billing_partner: null, slug: 'acme', disabled_features: [], ...organization },
    mayWrite: true,
    hasActiveProject: true,
    ...facts,
  });

it('can be changed on Pro by a billing writer', () => {
  expect(why()).toBeUndefined();
  expect(why({}, { mayWrite: undefined, hasActiveProject: undefined })).toBeUndefined();
  expect(why({ billing_partner: 'fly' })).toBeUndefined();
});

it('is fixed by the plan before anything else', () => {
  expect(why({ plan: { id: 'free', name: 'Free' } }, { mayWrite: false })).toBe(texts.fixedOnFree);
  expect(why({ plan: { id: 'team', name: 'Team' } })).toBe('The spend cap is off at all times on the Team Plan');
  expect(why({ plan: { id: 'enterprise', name: 'Enterprise' } })).toBe('The spend cap is off at all times on the Enterprise Plan');
});

it('is fixed for each other reason, in this order', () => {
  const everything = { billing_partner: 'aws_marketplace', disabled_features: ['project_creation_and_update'] } as const;
  const nothing = { mayWrite: false, hasActiveProject: false };
  expect(why({ ...everything, disabled_features: [...everything.disabled_features] }, nothing)).toMatch(/managed by AWS Marketplace$/);
  expect(why({ disabled_features: ['project_creation_and_update'] }, nothing)).toBe(texts.noWrite);
  expect(why({ disabled_features: ['project_creation_and_update'] }, { hasActiveProject: false })).toBe(texts.changesDisabled);
  expect(why({}, { hasActiveProject: false })).toBe(texts.projectNotActive);
});
