import { readLines, type InvoiceLine, type LooseLine } from './lines.ts';

type Derivation = NonNullable<LooseLine['derivation']>;

export const usageDerivation = (changes: Partial<Derivation> = {}): Derivation => ({
  unit: 'bytes',
  used: '415735537194',
  included: '250000000000',
  uncharged: '0',
  billable: '165735537194',
  unit_price: 0.09,
  steps: [{ billable: '165735537194', unit_price: 0.09, per_units: 1_000_000_000, whole_packages: false }],
  rounding: 'half_away_from_zero_to_cent',
  discount: [],
  invoiced: { amount: 0, amount_before_discount: 0 },
  prorated: null,
  ...changes,
});

export const egressLine = (changes: LooseLine = {}): LooseLine => ({
  id: 'EGRESS.primary',
  description: 'Egress',
  amount: 14.92,
  amount_before_discount: 14.92,
  proration: false,
  usage_based: true,
  unit_price_desc: '$0.09 per GB after 250 GB',
  usage_metric: 'EGRESS',
  metadata: { is_branch: false, is_read_replica: false },
  breakdown: [{ project_ref: 'a'.repeat(20), project_name: 'atlas', usage: 415_735_537_194, amount: 14.92 }],
  derivation: usageDerivation(),
  ...changes,
});

/** Builds a line for one compute size. Each entry of `hours` is one project. */
export function computeLine(
  code: string,
  hours: readonly (readonly [name: string, hours: number, amount: number])[],
  changes: LooseLine = {},
): LooseLine {
  const amount = Math.round(hours.reduce((sum, entry) => sum + entry[2], 0) * 100) / 100;
  return {
    id: `COMPUTE_HOURS_${code}.primary`,
    description: `${code} Compute`,
    amount,
    amount_before_discount: amount,
    proration: false,
    usage_based: true,
    usage_metric: `COMPUTE_HOURS_${code}`,
    metadata: { is_branch: false, is_read_replica: false },
    breakdown: hours.map(([name, used, part]) => ({
      project_ref: name,
      project_name: name,
      usage: used,
      hours: used,
      count: 1,
      amount: part,
    })),
    ...changes,
  };
}

export const creditsLine = (amount: number): LooseLine => ({
  id: 'compute_credits',
  description: 'Compute Credits',
  amount,
  amount_before_discount: amount,
  proration: false,
  usage_based: false,
});

export const planLine = (amount = 25): LooseLine => ({
  id: 'plan',
  description: 'Pro Plan',
  amount,
  amount_before_discount: amount,
  proration: false,
  usage_based: false,
  unit_price_desc: '$25.00 per month',
});

export function readExample(line: LooseLine): InvoiceLine {
  const [found] = readLines([line]);
  if (!found) throw new Error('no line');
  return found;
}
