import type { Shape } from '#contract/types.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { quantityText } from '#server/domain/unit-prices.ts';
import type { Database } from '#server/database/database.ts';
import { heldDays } from '#server/store/usage/held-usage.ts';

const secondsOfDay = 86_400;

/** The field is absent if no usage is held. */
export async function heldUsageView(db: Database, organizationId: number): Promise<{ held_usage?: Shape<'HeldUsage'>[] }> {
  const held = await heldDays(db, organizationId);
  if (held.length === 0) return {};
  return {
    held_usage: held.map(({ metric, day, isCorrection, quantity }) => ({
      usage_metric: metric,
      name: metricRules(metric).name,
      quantity: quantityText(metric, Number(quantity)),
      date: new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10),
      correction: isCorrection,
    })),
  };
}
