import type { PlanId, Shape } from '#contract/types.ts';
import { planOrder } from './plan-tiers.ts';

export type PlanWords = Shape<'PlanWords'>;

/** `sub_text` is small print. */
export type PlanFeature = PlanWords['features'][number];

/** Returns the features of a plan and of all lower plans, by `about`. If several plans have a feature, the highest plan defines it. */
export function featuresOf(words: readonly PlanWords[], plan: PlanId): ReadonlyMap<string, PlanFeature> {
  const features = new Map<string, PlanFeature>();
  for (const id of planOrder.slice(0, planOrder.indexOf(plan) + 1))
    for (const feature of words.find((plan) => plan.id === id)?.features ?? []) features.set(feature.about, feature);
  return features;
}

/** Returns the features of a plan that the other plan lacks or describes differently, for example with another amount. */
export function featuresBeyond(words: readonly PlanWords[], plan: PlanId, other: PlanId): PlanFeature[] {
  const others = featuresOf(words, other);
  return [...featuresOf(words, plan)].filter(([about, { text }]) => others.get(about)?.text !== text).map(([, feature]) => feature);
}
