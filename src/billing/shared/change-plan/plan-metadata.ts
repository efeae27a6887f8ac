import type { PlanId, Tier, Subscription } from '#contract/types.ts';

/** The tier that a subscription is on. */
export const tierOf = ({ plan, usage_billing_enabled: isPayg }: Subscription): Tier =>
  plan.id === 'pro' && isPayg ? 'tier_payg' : `tier_${plan.id}`;

export interface PlanFeature {
  readonly text: string;
  readonly subText?: string;
  /** What the feature is about, where several plans have more or less of the same. */
  readonly about?: string;
}

/** What a plan is, apart from its price, which comes from the platform (specification, section 3). */
export interface PlanMetadata {
  readonly id: 'tier_free' | 'tier_pro' | 'tier_team' | 'tier_enterprise';
  readonly planId: PlanId;
  readonly name: string;
  readonly nameBadge?: string;
  readonly description: string;
  /** The plan whose features it has as well. */
  readonly includes?: string;
  /** What the plan has; of the same `about`, a higher plan's word replaces the lower one's. */
  readonly features: readonly PlanFeature[];
  /** What the price is for; shown beside it. */
  readonly costUnit?: string;
  readonly cta?: string;
  readonly href?: string;
  readonly footer?: string;
}

const sales = 'https://groundwork.example/contact/enterprise';

/** All plans, from the smallest to the largest. */
export const planMetadata: readonly PlanMetadata[] = [
  {
    id: 'tier_free',
    planId: 'free',
    name: 'Free',
    description: 'For trying things out and for hobby projects.',
    costUnit: 'per month',
    features: [
      { text: 'Unlimited API requests', about: 'API requests' },
      { text: '50,000 monthly active users', about: 'Monthly active users' },
      { text: '500 MB database size', subText: 'Shared CPU, 500 MB RAM', about: 'Database' },
      { text: '5 GB egress', about: 'Egress' },
      { text: '5 GB cached egress', about: 'Cached egress' },
      { text: '1 GB file storage', about: 'File storage' },
      { text: 'Community support', about: 'Support' },
    ],
    footer: 'Free projects are paused after a week of inactivity. Limit of 2 active projects.',
  },
  {
    id: 'tier_pro',
    planId: 'pro',
    name: 'Pro',
    nameBadge: 'Most Popular',
    description: 'For applications in production, with room to grow.',
    costUnit: 'per month',
    features: [
      { text: '100,000 monthly active users (MAU)', subText: 'then $0.00325 per MAU', about: 'Monthly active users' },
      { text: '8 GB disk size per project', subText: 'then $0.125 per GB', about: 'Database' },
      { text: '250 GB egress', subText: 'then $0.09 per GB', about: 'Egress' },
      { text: '250 GB cached egress', subText: 'then $0.03 per GB', about: 'Cached egress' },
      { text: '100 GB file storage', subText: 'then $0.021 per GB', about: 'File storage' },
      { text: 'Email support', about: 'Support' },
      { text: 'Daily backups stored for 7 days', about: 'Backups' },
      { text: '7-day log retention', about: 'Logs' },
      { text: 'No pausing of inactive projects', about: 'Pausing' },
    ],
    footer: 'Includes $10 in Compute Credits.',
  },
  {
    id: 'tier_team',
    planId: 'team',
    name: 'Team',
    description: 'For companies that must show how they keep data safe.',
    costUnit: 'per month',
    includes: 'Pro',
    features: [
      { text: 'SOC2', about: 'SOC2' },
      { text: 'Project-scoped and read-only access', about: 'Access roles' },
      { text: 'HIPAA available as paid add-on', about: 'HIPAA' },
      { text: 'SSO for the dashboard', about: 'Dashboard SSO' },
      { text: 'Priority email support and SLAs', about: 'Support' },
      { text: 'Daily backups stored for 14 days', about: 'Backups' },
      { text: '28-day log retention', about: 'Logs' },
      { text: 'Log drains', subText: 'additional $60 per drain, per project', about: 'Log drains' },
    ],
    footer: 'Includes $10 in Compute Credits.',
  },
  {
    id: 'tier_enterprise',
    planId: 'enterprise',
    name: 'Enterprise',
    description: 'For large applications with terms of their own.',
    costUnit: 'per month',
    includes: 'Team',
    features: [
      { text: 'Designated support manager', about: 'Support manager' },
      { text: 'Uptime SLAs', about: 'Uptime SLAs' },
      { text: 'Bring your own cloud', about: 'Own cloud' },
      { text: '24x7x365 support', about: 'Support' },
      { text: 'Private channel', about: 'Private channel' },
      { text: 'Custom security questionnaires', about: 'Security questionnaires' },
    ],
    cta: 'Contact sales',
    href: sales,
  },
];

const rank = (plan: PlanId): number => planMetadata.findIndex(({ planId }) => planId === plan);

export const planOf = (plan: PlanId): PlanMetadata => planMetadata[rank(plan)] as PlanMetadata;

/** The way from one plan to another, by the fixed order of the plans; undefined when the plan stays. */
export function changeDirection(from: PlanId, to: PlanId): 'upgrade' | 'downgrade' | undefined {
  if (from === to) return undefined;
  return rank(to) > rank(from) ? 'upgrade' : 'downgrade';
}

/** Everything that a plan has: each higher plan keeps what the lower ones have, or has more of it. By `about`. */
export function featuresOf(plan: PlanId): ReadonlyMap<string, PlanFeature> {
  const features = new Map<string, PlanFeature>();
  for (const { features: own } of planMetadata.slice(0, rank(plan) + 1))
    for (const feature of own) features.set(feature.about ?? feature.text, feature);
  return features;
}

/** What a plan has that the other lacks or has in another measure: what is gained by going there from the other. */
export function featuresBeyond(plan: PlanId, other: PlanId): PlanFeature[] {
  const others = featuresOf(other);
  return [...featuresOf(plan)].filter(([about, { text }]) => others.get(about)?.text !== text).map(([, feature]) => feature);
}

/** The tier by which a plan is asked for: Pro with its spend cap on, but as pay as you go from Team, where there was no cap either. */
export function tierFor(from: PlanId, to: PlanId): Tier {
  if (to !== 'pro') return `tier_${to}`;
  return from === 'team' ? 'tier_payg' : 'tier_pro';
}

/** The plan that a tier is of. */
export const planOfTier = (tier: Tier): PlanId => (tier === 'tier_payg' ? 'pro' : (tier.slice('tier_'.length) as PlanId));
