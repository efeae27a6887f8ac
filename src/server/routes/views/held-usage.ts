import type { Shape } from '#contract/types.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { quantityText } from '#server/domain/unit-prices.ts';
import type { HeldDay } from '#server/store/usage/held-usage.ts';

const secondsOfDay = 86_400;

/** Usage of a day that waits for staff, as members see it. */
export const heldUsageView = ({ metric, day, isCorrection, quantity }: HeldDay): Shape<'HeldUsage'> => ({
  usage_metric: metric,
  name: metricRules(metric).name,
  quantity: quantityText(metric, Number(quantity)),
  date: new Date(day * secondsOfDay * 1000).toISOString().slice(0, 10),
  correction: isCorrection,
});
