import { z } from 'zod';
import { PlanId, ProjectRef, Slug } from './common.ts';

const longText = z.string().trim().max(5000, 'must have at most 5000 characters');

export const UpgradeFeedback = z.strictObject({
  orgSlug: Slug,
  prevPlan: PlanId,
  currentPlan: PlanId,
  reasons: z.array(z.string().trim().min(1, 'is required').max(300)).min(1, 'must name at least one reason').max(20),
  additionalFeedback: longText.optional(),
});

export const DowngradeFeedback = z.strictObject({
  orgSlug: Slug,
  projectRef: ProjectRef.optional(),
  /** One line per reason: '- reason' and a newline. */
  reasons: z.string().trim().min(1, 'must name at least one reason').max(5000),
  additionalFeedback: longText.optional(),
  exitAction: z.string().trim().min(1, 'is required').max(50),
});
