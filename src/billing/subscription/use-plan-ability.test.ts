import { describe, expect, it } from 'vitest';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { whyPlanIsFixed, type PlanFacts } from './use-plan-ability.ts';

interface Given {
  organization?: Partial<PlanFacts['organization']>;
  subscription?: Partial<PlanFacts['subscription']>;
  mayWrite?: boolean | undefined;
}

const facts = ({ organization, subscription, ...rest }: Given = {}): PlanFacts => ({
  organization: {
    plan: { id: 'pro', name: 'Pro' },
    billing_partner: null,
    slug: 'acme',
    disabled_features: [],
    has_oriole_project: false,
    ...organization,
  },
  subscription: { pending_payment_intent_secret: null, ...subscription },
  mayWrite: true,
  ...rest,
});

describe('a plan can be changed to', () => {
  it('by a billing writer, and while the permissions are still unknown', () => {
    expect(whyPlanIsFixed(facts(), 'team')).toBeUndefined();
    expect(whyPlanIsFixed(facts({ mayWrite: undefined }), 'team')).toBeUndefined();
  });

  it('where it is Free and a partner other than AWS manages the organization, or its projects are on Oriole', () => {
    expect(whyPlanIsFixed(facts({ organization: { billing_partner: 'fly' } }), 'free')).toBeUndefined();
    expect(whyPlanIsFixed(facts({ organization: { slug: 'vercel_icfg_1' } }), 'free')).toBeUndefined();
    expect(whyPlanIsFixed(facts({ organization: { has_oriole_project: true } }), 'free')).toBeUndefined();
  });
});

it('is fixed for each reason, the first of several told', () => {
  const flag = { disabled_features: ['project_creation_and_update'] } satisfies Partial<PlanFacts['organization']>;
  const fly = { ...flag, billing_partner: 'fly' } as const;
  const aws = { ...flag, billing_partner: 'aws_marketplace' } as const;
  const oriole = { ...aws, has_oriole_project: true };
  const enterprise = { ...oriole, plan: { id: 'enterprise', name: 'Enterprise' } } as const;
  const why = (organization: Partial<PlanFacts['organization']>, mayWrite: boolean) =>
    whyPlanIsFixed(facts({ organization, mayWrite }), 'team');
  expect(why(flag, true)).toBe(texts.disabledByFlag);
  expect(why(fly, true)).toBe('You cannot change the plan for an organization managed by Fly.io');
  expect(why(aws, true)).toBe('You cannot change the plan for an organization managed by AWS Marketplace');
  expect(why(aws, false)).toBe(texts.noWrite);
  expect(why(oriole, false)).toBe(texts.oriole);
  expect(why(enterprise, false)).toBe(texts.enterprise);
});

it('is fixed to Free too by enterprise, AWS, permission and flag', () => {
  expect(whyPlanIsFixed(facts({ organization: { plan: { id: 'enterprise', name: 'Enterprise' } } }), 'free')).toBe(texts.enterprise);
  expect(whyPlanIsFixed(facts({ organization: { billing_partner: 'aws_marketplace' } }), 'free')).toMatch(/AWS Marketplace$/);
  expect(whyPlanIsFixed(facts({ mayWrite: false }), 'free')).toBe(texts.noWrite);
  expect(whyPlanIsFixed(facts({ organization: { disabled_features: ['project_creation_and_update'] } }), 'free')).toBe(
    texts.disabledByFlag,
  );
});

it('waits for an open payment', () => {
  expect(whyPlanIsFixed(facts({ subscription: { pending_payment_intent_secret: 'pi_1_secret_2' } }), 'team')).toBe(texts.waitingForPayment);
});
