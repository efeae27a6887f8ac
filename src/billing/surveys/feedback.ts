import type { CallInput, PlanId } from '#contract/types.ts';

const feedbackOf = (words: string): { additionalFeedback?: string } => {
  const trimmed = words.trim();
  return trimmed === '' ? {} : { additionalFeedback: trimmed };
};

export interface ExitAnswers {
  readonly reason: string;
  readonly words: string;
}

/** Request of the exit survey. `reasons` is one string with one line of text per reason. */
export const exitFeedback = (orgSlug: string, { reason, words }: ExitAnswers): CallInput<'submitDowngradeFeedback'> => ({
  body: { orgSlug, reasons: `- ${reason}\n`, ...feedbackOf(words), exitAction: 'downgrade' },
});

export interface UpgradeAnswers {
  readonly prevPlan: PlanId;
  readonly currentPlan: PlanId;
  readonly reasons: readonly string[];
  readonly words: string;
}

export const upgradeFeedback = (
  orgSlug: string,
  { prevPlan, currentPlan, reasons, words }: UpgradeAnswers,
): CallInput<'submitUpgradeFeedback'> => ({
  body: { orgSlug, prevPlan, currentPlan, reasons: [...reasons], ...feedbackOf(words) },
});
