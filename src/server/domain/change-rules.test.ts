import { describe, expect, it } from 'vitest';
import { changeRefusal, type ChangeFacts } from './change-rules.ts';

const facts = (differs: Partial<ChangeFacts> = {}): ChangeFacts => ({
  plan: 'pro',
  partner: null,
  disabledFeatures: [],
  hasOrioleProject: false,
  projectStatuses: ['ACTIVE_HEALTHY'],
  ...differs,
});

describe('changes that may not be made', () => {
  it.each([
    [facts({ plan: 'enterprise', hasOrioleProject: true, partner: 'aws_marketplace' }), 'tier_team', /^Reach out/],
    [facts({ plan: 'free', hasOrioleProject: true, partner: 'aws_marketplace' }), 'tier_pro', /OrioleDB/],
    [facts({ partner: 'aws_marketplace', disabledFeatures: ['project_creation_and_update'] }), 'tier_free', /AWS Marketplace$/],
    [facts({ partner: 'fly', disabledFeatures: ['project_creation_and_update'] }), 'tier_team', /Fly\.io$/],
    [facts({ disabledFeatures: ['project_creation_and_update'] }), 'tier_team', /^We have temporarily disabled/],
    [facts({ disabledFeatures: ['project_creation_and_update'] }), 'tier_payg', /^Subscription changes are currently disabled\./],
    [facts({ partner: 'aws_marketplace' }), 'tier_payg', /^The spend cap cannot be changed .* AWS Marketplace$/],
    [facts(), 'tier_enterprise', /Enterprise Plan$/],
    [facts({ projectStatuses: ['INACTIVE', 'PAUSING'] }), 'tier_pro', /currently not active$/],
  ] as const)('%o to %s', (current, tier, reason) => {
    expect(changeRefusal(current, tier)).toMatch(reason);
  });

  it.each([
    [facts({ hasOrioleProject: true }), 'tier_free'],
    [facts({ partner: 'fly' }), 'tier_free'],
    [facts({ partner: 'vercel_marketplace' }), 'tier_pro'],
    [facts({ projectStatuses: [] }), 'tier_pro'],
    [facts({ projectStatuses: ['INACTIVE'] }), 'tier_team'],
  ] as const)('%o to %s is no such change', (current, tier) => {
    expect(changeRefusal(current, tier)).toBeUndefined();
  });
});
