import type { Organization, PlanId } from '#contract/types.ts';
import { PLANS } from '#server/domain/plans.ts';

export const planView = (id: PlanId): Organization['plan'] => ({ id, name: PLANS[id].name });
