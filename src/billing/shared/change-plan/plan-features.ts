import type { PlanId, Shape } from '#contract/types.ts';
import { planOrder } from './plan-tiers.ts';

/** What the platform says of a plan. */
export type PlanWords = Shape<'PlanWords'>;

/** What a plan has, as the platform says it; `sub_text` is its small print. */
export type PlanFeature = PlanWords['features'][number];

/** Everything that a plan has: each higher plan keeps what the lower ones have, or has more of it. By `about`. */
export function featuresOf(words: readonly PlanWords[], plan: PlanId): ReadonlyMap<string, PlanFeature> {
  const features = new Map<string, PlanFeature>();
  for (const id of planOrder.slice(0, planOrder.indexOf(plan) + 1))
    for (const feature of words.find((plan) => plan.id === id)?.features ?? []) features.set(feature.about, feature);
  return features;
}

/** What a plan has that the other lacks or has in another measure: what is gained by going there from the other. */
export function featuresBeyond(words: readonly PlanWords[], plan: PlanId, other: PlanId): PlanFeature[] {
  const others = featuresOf(words, other);
  return [...featuresOf(words, plan)].filter(([about, { text }]) => others.get(about)?.text !== text).map(([, feature]) => feature);
}
