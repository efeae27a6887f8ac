import type { Organization, PlanId } from '#contract/types.ts';
import { planNames } from '#lib/plan-names.ts';

export const planView = (id: PlanId): Organization['plan'] => ({ id, name: planNames[id] });
