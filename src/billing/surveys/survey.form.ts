import { z } from 'zod/mini';
import { answerLimit } from '#contract/limits.ts';
import { FreeAnswer, UpgradeReasons } from '#contract/shapes/feedback.ts';
import { fillText } from '#lib/texts/fill.ts';
import { surveyTexts } from '#lib/texts/surveys.ts';

const tooLong = (words: string): string => {
  const message = `Your answer has ${words.trim().length} characters, and at most ${answerLimit} can be sent.`;
  return fillText(surveyTexts.failed, { message });
};

/** Checks that the answers comply with the platform's limits. @param missing message if no choice is selected */
export const surveySchema = (missing: string) =>
  z.object({
    reasons: z.array(z.string()).check(z.refine((reasons) => UpgradeReasons.safeParse(reasons).success, missing)),
    words: z.string().check(z.refine((words) => FreeAnswer.safeParse(words).success, { error: ({ input }) => tooLong(String(input)) })),
  });

export type SurveyValues = z.infer<ReturnType<typeof surveySchema>>;

export const noAnswers: SurveyValues = { reasons: [], words: '' };
