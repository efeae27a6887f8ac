import { surveyTexts } from '#lib/texts/surveys.ts';

export interface ExitReason {
  /** Text of the choice. The same text is sent as the answer. */
  readonly sentence: string;
  /** Absent for the default label. */
  readonly followUp?: string;
}

/** Reasons for a downgrade to Free (specification, section 9). */
const reasons: readonly ExitReason[] = [
  { sentence: 'I was just exploring, or it was a hobby project.' },
  {
    sentence: 'I was not satisfied with the support that I received.',
    followUp: 'What was your experience with our support like?',
  },
  { sentence: 'A feature that I need is missing.', followUp: 'Which feature is missing?' },
  { sentence: 'I found it hard to use or to build with.', followUp: 'Which parts were hard to use?' },
  {
    sentence: 'It was not fast or reliable enough.',
    followUp: 'What was slow or failed?',
  },
  { sentence: 'My project was canceled or put on hold.' },
  { sentence: 'It is too expensive.', followUp: 'Which costs felt too high?' },
  {
    sentence: 'The pricing is unpredictable and hard to budget for.',
    followUp: 'Which part of the price was hardest to predict?',
  },
  { sentence: 'My company closed or was acquired.' },
  {
    sentence: 'I lost trust in the company or where it is heading.',
    followUp: 'Which event or reason led to this?',
  },
];

const noneOfThem: ExitReason = { sentence: surveyTexts.noneOfTheAbove };
const usualQuestion = 'What can we improve on?';

/** Shuffles the reasons to avoid position bias; 'None of the above' stays last. @param random a function like Math.random */
export function shuffledReasons(random: () => number): ExitReason[] {
  const shuffled = [...reasons];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as ExitReason, shuffled[last] as ExitReason];
  }
  return [...shuffled, noneOfThem];
}

/** Returns the label of the text field. `sentence` is null if no reason is selected. */
export const followUpOf = (sentence: string | null): string =>
  reasons.find((reason) => reason.sentence === sentence)?.followUp ?? usualQuestion;
