import { formatDate } from '#lib/dates/format.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toastDurations, type ToastContent } from '#ui/Toast/toast.ts';
import type { ChangeUnderWay } from './change-under-way.ts';
import { changeDirection, planOf, planOfTier } from './plan-metadata.ts';

const { short, medium } = toastDurations;

/** What is said once a change is made or scheduled; for longer where projects restart (specification, section 4). */
export function changeToast({
  from,
  tier,
  effectiveAt,
  restarts = false,
}: Pick<ChangeUnderWay, 'from' | 'tier' | 'effectiveAt' | 'restarts'>): ToastContent {
  const to = planOfTier(tier);
  const plan = planOf(to).name;
  const severity = 'success';
  if (effectiveAt !== null) return { message: `Changes to the ${plan} Plan on ${formatDate(effectiveAt)}`, severity, durationMs: short };
  if (to === from)
    return { message: tier === 'tier_payg' ? costControlTexts.disabled : costControlTexts.enabled, severity, durationMs: short };
  if (to === 'free') return { message: texts.downgradedToFree, severity, durationMs: restarts ? medium : short };
  const words = changeDirection(from, to) === 'upgrade' ? texts.upgraded : texts.downgraded;
  return { message: fill(words, { plan }), severity, durationMs: short };
}
