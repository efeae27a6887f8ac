import { z } from 'zod/mini';
import { answerLimit } from '#contract/limits.ts';
import { PlanId, ProjectRef, Slug } from './common.ts';

export const FreeAnswer = z.string().check(z.trim(), z.maxLength(answerLimit, `must have at most ${answerLimit} characters`));

export const UpgradeReasons = z
  .array(z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(300)))
  .check(z.minLength(1, 'must name at least one reason'), z.maxLength(20));

export const UpgradeFeedback = z.strictObject({
  orgSlug: Slug,
  prevPlan: PlanId,
  currentPlan: PlanId,
  reasons: UpgradeReasons,
  additionalFeedback: z.optional(FreeAnswer),
});

export const DowngradeFeedback = z.strictObject({
  orgSlug: Slug,
  projectRef: z.optional(ProjectRef),
  /** One line per reason: '- reason' and a newline. */
  reasons: z.string().check(z.trim(), z.minLength(1, 'must name at least one reason'), z.maxLength(answerLimit)),
  additionalFeedback: z.optional(FreeAnswer),
  exitAction: z.string().check(z.trim(), z.minLength(1, 'is required'), z.maxLength(50)),
});
