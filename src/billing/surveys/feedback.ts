import type { CallInput, PlanId } from '#contract/types.ts';

/** The platform takes no longer answer. Characters. */
const longestAnswer = 5000;

/** Why the free text can't be sent as it is; undefined when it can. */
export function whyTooLong(words: string): string | undefined {
  const { length } = words.trim();
  return length > longestAnswer ? `Your answer has ${length} characters, and at most ${longestAnswer} can be sent.` : undefined;
}

const feedbackOf = (words: string): { additionalFeedback?: string } => {
  const trimmed = words.trim();
  return trimmed === '' ? {} : { additionalFeedback: trimmed };
};

export interface ExitAnswers {
  readonly reason: string;
  readonly words: string;
}

/** The exit survey as the platform takes it: one string with a line for each reason. */
export const exitFeedback = (orgSlug: string, { reason, words }: ExitAnswers): CallInput<'submitDowngradeFeedback'> => ({
  body: { orgSlug, reasons: `- ${reason}\n`, ...feedbackOf(words), exitAction: 'downgrade' },
});

export interface UpgradeAnswers {
  readonly prevPlan: PlanId;
  readonly currentPlan: PlanId;
  readonly reasons: readonly string[];
  readonly words: string;
}

/** The upgrade survey as the platform takes it: a list of reasons. */
export const upgradeFeedback = (
  orgSlug: string,
  { prevPlan, currentPlan, reasons, words }: UpgradeAnswers,
): CallInput<'submitUpgradeFeedback'> => ({
  body: { orgSlug, prevPlan, currentPlan, reasons: [...reasons], ...feedbackOf(words) },
});
