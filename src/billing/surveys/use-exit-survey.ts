import { fillText } from '#lib/texts/fill.ts';
import { surveyTexts as texts } from '#lib/texts/surveys.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite, type WriteFailure } from '#billing/shared/data/write.ts';
import { exitFeedback, type ExitAnswers } from './feedback.ts';

export interface SendExitSurvey {
  readonly send: (answers: ExitAnswers) => Promise<boolean>;
  readonly isPending: boolean;
  readonly failure: WriteFailure | null;
}

/** Sends the exit survey. @param place `alert` shows a failure in the open survey; `toast` is for a survey that has closed */
export function useExitSurvey(place: 'alert' | 'toast' = 'alert'): SendExitSurvey {
  const slug = useSlug();
  const { write, isPending, failure } = useWrite('submitDowngradeFeedback', {
    failure: (message) => fillText(texts.exitFailed, { message }),
    place,
  });
  return { send: async (answers) => (await write(exitFeedback(slug, answers))).ok, isPending, failure };
}
