import { useEffect, useRef } from 'react';
import type { ExitAnswers } from './feedback.ts';
import { useExitSurvey } from './use-exit-survey.ts';

export interface PendingAnswersProps {
  readonly answers: ExitAnswers;
  readonly onSent: () => void;
}

export function PendingAnswers({ answers, onSent }: PendingAnswersProps) {
  const { send } = useExitSurvey('toast');
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void send(answers).then(onSent);
  }, [send, answers, onSent]);
  return null;
}
