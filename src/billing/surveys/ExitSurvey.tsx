import { useState, type ReactNode } from 'react';
import { surveyTexts as texts } from '#lib/texts/surveys.ts';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { followUpOf, shuffledReasons } from './exit-reasons.ts';
import type { ExitAnswers } from './feedback.ts';
import { SurveyForm } from './SurveyForm.tsx';

export interface ExitSurveyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly busyMessage: string | null;
  readonly onSubmit: (answers: ExitAnswers) => void;
  /** Label and style of the submit button. They change after the downgrade if the answers must be sent again. */
  readonly submitLabel: string;
  readonly submitVariant: 'primary' | 'danger';
  readonly dismissLabel: string;
  readonly intro: ReactNode;
  readonly failure?: ReactNode;
  readonly returnFocusTo?: () => HTMLElement | null;
}

export function ExitSurvey({ isOpen, onClose, busyMessage, returnFocusTo, ...question }: ExitSurveyProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={texts.downgradeTitle}
      busyMessage={busyMessage}
      isDismissable={false}
      {...(returnFocusTo && { returnFocusTo })}
    >
      <ExitQuestion {...question} isBusy={busyMessage !== null} onClose={onClose} />
    </Dialog>
  );
}

type QuestionProps = Omit<ExitSurveyProps, 'isOpen' | 'busyMessage' | 'returnFocusTo'> & { readonly isBusy: boolean };

/** Mounted at each opening of the survey, so that the order of the reasons is random at each opening. */
function ExitQuestion({ intro, failure, onSubmit, onClose, ...form }: QuestionProps) {
  const [reasons] = useState(() => shuffledReasons(Math.random));
  return (
    <>
      {intro}
      <SurveyForm
        {...form}
        renderChoices={({ value: [reason = null], onChange, ...choice }) => (
          <RadioGroup
            {...choice}
            label="What made you decide to leave your plan?"
            options={reasons.map(({ sentence }) => ({ value: sentence, label: sentence }))}
            value={reason}
            onChange={(chosen) => onChange([chosen])}
            isRequired
            isReadOnly={form.isBusy}
          />
        )}
        missing={texts.downgradeReasonRequired}
        wordsLabel={([reason = null]) => followUpOf(reason)}
        onDismiss={onClose}
        onSubmit={({ reasons: [reason = ''], words }) => onSubmit({ reason, words })}
      >
        {failure}
      </SurveyForm>
    </>
  );
}
