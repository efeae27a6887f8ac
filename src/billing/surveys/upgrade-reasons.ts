import type { PlanId } from '#contract/types.ts';
import { surveyTexts } from '#lib/texts/surveys.ts';

const always = [
  'The limits of my current plan are not enough.',
  'I want better support.',
  'I am migrating from another platform.',
] as const;

const fromFreeToPro = [
  'I need more compute.',
  'I need extra features: branching, daily backups, a custom domain or point-in-time recovery.',
] as const;

const toTeam = ['I need SOC2 compliance.', 'I need HIPAA compliance.'] as const;

/** Why an organization moves up, by where it comes from and where it goes (specification, section 9). */
export function upgradeReasons(prevPlan: PlanId, currentPlan: PlanId): readonly string[] {
  return [
    ...always,
    ...(prevPlan === 'free' && currentPlan === 'pro' ? fromFreeToPro : []),
    ...(currentPlan === 'team' ? toTeam : []),
    surveyTexts.noneOfTheAbove,
  ];
}
