export type Member = 'owner' | 'admin' | 'billing' | 'developer' | 'org-editor' | 'viewer' | 'outsider';

export interface Scenario {
  readonly state: string;
  readonly organization: string;
  readonly member: Member;
  /** Query of the billing page, for example to open a panel. */
  readonly search?: string;
}

export interface SectionScenarios {
  readonly title: string;
  /** If set, only the section with this anchor is shown. If null, the whole page is shown. */
  readonly anchor: string | null;
  readonly folder: string | null;
  readonly scenarios: readonly Scenario[];
}

type Row = readonly [state: string, organization: string, member?: Member, search?: string];

const scenarios = (rows: readonly Row[]): Scenario[] =>
  rows.map(([state, organization, member = 'owner', search]) => ({ state, organization, member, ...(search !== undefined && { search }) }));

const common: readonly Row[] = [
  ['No permission to read', 'pro-capped', 'viewer'],
  ['Loading', 'slow-org'],
  ['Failed', 'failing-org'],
  ['Longest and strangest content', 'extreme-text'],
];

export const sectionScenarios: readonly SectionScenarios[] = [
  {
    title: 'Subscription Plan',
    anchor: 'subscription',
    folder: 'subscription',
    scenarios: scenarios([
      ['Free', 'free-start'],
      ['Free, over its quota', 'free-exceeded'],
      ['Free with OrioleDB projects, and usage held for review', 'oriole-lab'],
      ['Pro', 'pro-capped'],
      ['Pro, may read only', 'pro-capped', 'developer'],
      ['Pro, pays by invoice', 'pro-invoice'],
      ['Pro, changes switched off', 'changes-disabled'],
      ['Pro, an upgrade waits for payment', 'pending-payment'],
      ['Pro, members over the project limit', 'over-limit'],
      ['Team', 'team-eu'],
      ['Enterprise', 'enterprise-invoice'],
      ['Managed by the hosting platform', 'vercel_icfg_7f3kQz'],
      ['Managed by the cloud marketplace', 'aws-market'],
      ['Hosting partner, downgrade scheduled', 'fly-scheduled'],
      ...common,
    ]),
  },
  {
    title: 'Upcoming Invoice',
    anchor: 'breakdown',
    folder: 'upcoming-invoice',
    scenarios: scenarios([
      ['Pro, spend cap on', 'pro-capped'],
      ['Pro, over several quotas', 'pro-payg'],
      ['Pro, what few organizations use, and usage held for review', 'rare-usage'],
      ['Team, 24 projects', 'team-eu'],
      ['Enterprise', 'enterprise-invoice'],
      ['Hosting partner', 'fly-partner'],
      ...common,
    ]),
  },
  {
    title: 'Cost Control',
    anchor: 'cost-control',
    folder: 'cost-control',
    scenarios: scenarios([
      ['Spend cap on', 'pro-capped'],
      ['Spend cap off', 'pro-payg'],
      ['Free', 'free-start'],
      ['Team', 'team-eu'],
      ['May read only', 'pro-payg', 'developer'],
      ['Panel open', 'pro-payg', 'owner', '?panel=costControl'],
      ...common,
    ]),
  },
  {
    title: 'Credit Balance',
    anchor: 'credits-balance',
    folder: 'credits',
    scenarios: scenarios([
      ['With credit', 'pro-capped'],
      ['Without credit', 'free-start'],
      ['May read only', 'pro-capped', 'developer'],
      ...common,
    ]),
  },
  {
    title: 'Payment Methods',
    anchor: 'payment-methods',
    folder: 'payment-methods',
    scenarios: scenarios([
      ['Two cards', 'pro-capped'],
      ['Default, expiring and expired cards', 'pro-payg'],
      ['One card', 'free-one-card'],
      ['No card', 'free-start'],
      ['Card without an address', 'card-no-address'],
      ['Pays by invoice', 'pro-invoice'],
      ['May read only', 'pro-payg', 'developer'],
      ...common,
    ]),
  },
  {
    title: 'Email Recipients',
    anchor: 'email',
    folder: 'email-recipients',
    scenarios: scenarios([
      ['One recipient', 'pro-capped'],
      ['Three more recipients', 'team-eu'],
      ['May edit the organization, not billing', 'team-eu', 'org-editor'],
      ['May read only', 'team-eu', 'developer'],
      ...common,
    ]),
  },
  {
    title: 'Billing Address & Tax ID',
    anchor: 'address',
    folder: 'billing-address',
    scenarios: scenarios([
      ['No address', 'free-start'],
      ['Address in the United States', 'pro-capped'],
      ['German address with a tax ID', 'team-eu'],
      ['May read only', 'team-eu', 'developer'],
      ...common,
    ]),
  },
  {
    title: 'Past Invoices',
    anchor: 'invoices',
    folder: 'invoices',
    scenarios: scenarios([
      ['None', 'free-start'],
      ['All paid', 'pro-capped'],
      ['Every status', 'pro-payg'],
      ['May read only', 'pro-payg', 'developer'],
      ...common,
    ]),
  },
  {
    title: 'Restrictions and the whole page',
    anchor: null,
    folder: 'restriction-banner',
    scenarios: scenarios([
      ['Free, over its quota', 'free-exceeded'],
      ['Grace period', 'grace-period'],
      ['Grace period over', 'grace-over'],
      ['Restricted, with an overdue payment', 'restricted'],
      ['Plan panel open', 'free-one-card', 'owner', '?panel=subscriptionPlan'],
      ['Every feature flag off', 'features-off'],
      ['Billing switched off', 'billing-off'],
      ['Not a member of the organization', 'pro-capped', 'outsider'],
    ]),
  },
];

/** Omits the section anchor. With an anchor, the browser would also scroll the gallery. */
export const scenarioAddress = ({ organization, search = '' }: Scenario): string =>
  `/org/${encodeURIComponent(organization)}/billing${search}`;
