import type { Proposal, Tier } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';

const idForm = /^prop_[a-f0-9]{24}$/;
const tiers: readonly Tier[] = ['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise'];

export function proposalOf(search: string): string | null {
  const id = new URLSearchParams(search).get('proposal') ?? '';
  return idForm.test(id) ? id : null;
}

export function proposedTierOf(search: string): Tier | null {
  const tier = new URLSearchParams(search).get('tier');
  return proposalOf(search) === null ? null : (tiers.find((each) => each === tier) ?? null);
}

export function proposedCentsOf(search: string): number | null {
  const cents = new URLSearchParams(search).get('cents') ?? '';
  return proposalOf(search) !== null && /^\d{1,13}$/.test(cents) ? Number(cents) : null;
}

export const proposedBasisOf = (search: string): 'bill' | 'overage' =>
  new URLSearchParams(search).get('basis') === 'overage' ? 'overage' : 'bill';

export function actAddress(slug: string, { id, act, tier, amount_cents: cents, basis }: Proposal): string {
  const billing = helpAddresses.billing(slug);
  switch (act) {
    case 'plan':
      return `${billing}?panel=subscriptionPlan&proposal=${id}&tier=${tier}`;
    case 'spend_cap':
      return `${billing}?panel=costControl&proposal=${id}&tier=${tier}`;
    case 'top_up':
      return `${billing}?proposal=${id}&cents=${cents}#credits-balance`;
    case 'limit':
      return `${helpAddresses.budgets(slug)}?proposal=${id}&cents=${cents}&basis=${basis}`;
  }
}
