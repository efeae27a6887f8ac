import { z } from 'zod/mini';
import { PlanId, UnixSeconds } from './common.ts';

/** Description of a plan, with the prices and quotas of its price book. */
export const PlanWords = z.strictObject({
  id: PlanId,
  description: z.string(),
  badge: z.optional(z.string()),
  /** Lower plan whose features this plan includes. */
  includes: z.optional(PlanId),
  /** A higher plan's feature replaces the lower plan's feature with the same `about`. */
  features: z.array(z.strictObject({ about: z.string(), text: z.string(), sub_text: z.optional(z.string()) })),
  footer: z.optional(z.string()),
  /** Contact for a plan that can't be chosen on the page. */
  contact: z.optional(z.strictObject({ label: z.string(), address: z.string() })),
});

export const PlanOffer = z.strictObject({
  id: PlanId,
  name: z.string(),
  /** Dollars per month; null if set by contract. */
  price: z.nullable(z.number()),
  is_current: z.boolean(),
  change_type: z.enum(['upgrade', 'downgrade', 'none']),
  /** Time at which a change to the plan takes effect, if not at once. */
  effective_at: z.optional(UnixSeconds),
});

/** Price of usage above Pro's quota, as texts for a table. The resource name includes the unit. */
export const OverageRate = z.strictObject({ resource: z.string(), included: z.string(), rate: z.string() });

export const PlanList = z.strictObject({
  plans: z.array(PlanOffer),
  /** API extension `price-book`: descriptions of the plans. */
  words: z.optional(z.array(PlanWords)),
  /** API extension `price-book`. */
  rates: z.optional(z.array(OverageRate)),
  /** Dollars per month: Compute Credits of Pro, and the minimum price of a further project. API extension `price-book`. */
  compute: z.optional(z.strictObject({ credits: z.number(), further_project: z.number() })),
});
