import { z } from 'zod/mini';
import { PlanId, UnixSeconds } from './common.ts';

export const PlanOffer = z.strictObject({
  id: PlanId,
  name: z.string(),
  /** Dollars per month; null is by contract. */
  price: z.nullable(z.number()),
  is_current: z.boolean(),
  change_type: z.enum(['upgrade', 'downgrade', 'none']),
  /** When a change to the plan takes effect, where that is not at once. */
  effective_at: z.optional(UnixSeconds),
});

export const PlanList = z.strictObject({ plans: z.array(PlanOffer) });
