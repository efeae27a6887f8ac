import type { OrganizationSeed, ProjectSeed } from '#server/seed/organization-seed.ts';
import type { Role } from '#server/domain/access.ts';

/** Platform time at which every database is created. The time is fixed, so that stored databases stay valid. */
export const madeAtSeconds = Date.UTC(2026, 5, 20, 12) / 1000;

/** Number of organizations whose cycles end at the same instant. There are ten such instants, two hours apart. */
export const dueTogether = 100;
export const dueInstants = 10;
export const hoursBetweenDue = 2;

/** An organization of which the benchmark makes copies. Its slug begins with `bench-`; each copy gets a new slug. */
export interface TemplateSeed extends OrganizationSeed {
  /** Number of copies of this organization in a database of a million organizations. */
  readonly inAMillion: number;
  readonly furtherMembers: number;
}

const gigabyte = 1_000_000_000;
const day = { few: [1], some: [3, 2, 5], more: [2, 4, 3, 5, 1, 6] } as const;

/**
 * Days since the start of the current cycle. In a copied organization, the cycle starts up to a day earlier than in the original. Even in
 * the copies, no cycle starts after the 28th, and no `invoice.upcoming` is due within a day.
 */
const daysIntoCycles = [2, 6, 10, 14, 17, 24, 25, 27];

const projects = (count: number, project: Omit<ProjectSeed, 'name'> = {}): ProjectSeed[] =>
  Array.from({ length: count }, (_, index) => ({ name: `project-${index + 1}`, ...project }));

const usage = (count: number, cycle: number, amounts: readonly number[]): NonNullable<OrganizationSeed['cycleUsage']> =>
  Array.from({ length: count }, (_, index) => `project-${index + 1}`).flatMap((project) =>
    (cycle > 0 ? [cycle, cycle - 1] : [cycle]).flatMap((each) => [
      { project, metric: 'EGRESS' as const, cycle: each, quantities: amounts.map((amount) => amount * gigabyte) },
      { project, metric: 'MONTHLY_ACTIVE_USERS' as const, cycle: each, quantities: [amounts[0]! * 1200] },
      { project, metric: 'FUNCTION_INVOCATIONS' as const, cycle: each, quantities: amounts.map((amount) => amount * 9000) },
    ]),
  );

const billing = {
  name: 'Bench Instruments LLC',
  address: { line1: '27 Wharf Street', city: 'Portland', state: 'ME', postal_code: '04101', country: 'US' },
} as const;
const visaCard = { number: '4242424242424242' };
const members = (...roles: Role[]): Record<string, Role> => Object.fromEntries(roles.map((role) => [role, role]));

type Kind = Omit<TemplateSeed, 'slug' | 'name' | 'daysIntoCycle' | 'ownMembersOnly'>;

const kinds: Readonly<Record<string, Kind>> = {
  new: {
    inAMillion: 400_000,
    furtherMembers: 0,
    plan: 'free',
    cyclesBefore: 0,
    members: members('owner'),
    projects: projects(1, { size: 'nano' }),
    cycleUsage: usage(1, 0, day.few),
  },
  free: {
    inAMillion: 300_000,
    furtherMembers: 0,
    plan: 'free',
    cyclesBefore: 4,
    members: members('owner', 'developer'),
    projects: projects(2, { size: 'nano' }),
    cycleUsage: usage(2, 4, day.few),
  },
  small: {
    inAMillion: 200_000,
    furtherMembers: 0,
    plan: 'pro',
    cyclesBefore: 3,
    members: members('owner', 'developer', 'billing'),
    billingEmail: 'accounts@bench.example',
    hasPastEmails: true,
    cards: [visaCard],
    billing,
    projects: projects(2),
    cycleUsage: usage(2, 3, day.few),
  },
  capped: {
    inAMillion: 50_000,
    furtherMembers: 1,
    plan: 'pro',
    spendCapOn: true,
    cyclesBefore: 6,
    members: members('owner', 'developer', 'viewer'),
    billingEmail: 'accounts@bench.example',
    hasPastEmails: true,
    cards: [visaCard],
    billing,
    projects: projects(2),
    cycleUsage: usage(2, 6, day.some),
  },
  year: {
    inAMillion: 30_000,
    furtherMembers: 2,
    plan: 'pro',
    cyclesBefore: 12,
    members: members('owner', 'admin', 'developer', 'billing'),
    billingEmail: 'accounts@bench.example',
    hasPastEmails: true,
    cards: [visaCard],
    billing,
    discounts: [{ key: 'EGRESS:primary', basisPoints: 1000 }],
    projects: projects(3, { size: 'small', addons: ['ipv4_default'] }),
    cycleUsage: usage(3, 12, day.some),
    credits: [{ cents: 2500, from: 'goodwill', description: 'Credit for an interruption', daysAgo: 40 }],
  },
  unpaid: {
    inAMillion: 8000,
    furtherMembers: 0,
    plan: 'pro',
    cyclesBefore: 4,
    members: members('owner', 'billing'),
    billingEmail: 'accounts@bench.example',
    hasPastEmails: true,
    projects: projects(2),
    cycleUsage: usage(2, 4, day.few),
    invoices: [
      { status: 'open', dueInDays: 25 },
      { status: 'uncollectible', paymentAttempted: true },
    ],
  },
  team: {
    inAMillion: 11_250,
    furtherMembers: 10,
    plan: 'team',
    cyclesBefore: 12,
    members: members('owner', 'admin', 'developer', 'billing', 'viewer', 'org-editor'),
    billingEmail: 'accounts@bench.example',
    additionalEmails: ['books@bench.example'],
    hasPastEmails: true,
    cards: [visaCard],
    billing,
    projects: projects(5, { size: 'medium', replicas: ['small'], addons: ['pitr_7'] }),
    cycleUsage: usage(5, 12, day.some),
  },
  large: {
    inAMillion: 700,
    furtherMembers: 40,
    plan: 'team',
    cyclesBefore: 24,
    members: members('owner', 'admin', 'developer', 'billing', 'viewer', 'org-editor'),
    billingEmail: 'accounts@bench.example',
    hasPastEmails: true,
    cards: [visaCard],
    billing,
    projects: projects(25, { size: 'large' }),
    cycleUsage: usage(25, 24, day.more),
  },
  largest: {
    inAMillion: 50,
    furtherMembers: 80,
    plan: 'enterprise',
    contract: { planPriceCents: 250_000 },
    cyclesBefore: 24,
    members: members('owner', 'admin', 'developer', 'billing', 'viewer', 'org-editor'),
    billingEmail: 'accounts@bench.example',
    projects: projects(100, { size: 'large' }),
    cycleUsage: usage(100, 24, day.more),
  },
};

export const dueSlug = 'bench-due-0';

const due: TemplateSeed = {
  slug: dueSlug,
  name: 'Bench due',
  inAMillion: 0,
  furtherMembers: 0,
  plan: 'pro',
  cyclesBefore: 1,
  // This cycle ends one day after the time at which the database is created.
  daysIntoCycle: 30,
  ownMembersOnly: true,
  members: members('owner'),
  projects: projects(1),
  cycleUsage: usage(1, 1, day.few),
};

export const templateSeeds: readonly TemplateSeed[] = [
  due,
  ...Object.entries(kinds).flatMap(([name, { inAMillion, ...kind }]) => {
    // A large template takes as long to create as fifty small templates. It is therefore created for only one age of the cycle.
    const days = inAMillion < 5000 ? daysIntoCycles.slice(3, 4) : daysIntoCycles;
    return days.map((daysIntoCycle, index): TemplateSeed => ({
      ...kind,
      slug: `bench-${name}-${index}`,
      name: `Bench ${name} ${index}`,
      inAMillion: inAMillion / days.length,
      daysIntoCycle,
      ownMembersOnly: true,
    }));
  }),
];
