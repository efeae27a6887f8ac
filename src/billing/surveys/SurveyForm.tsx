import { useId, useState, type ReactNode } from 'react';
import { afterPaint } from '#lib/after-paint.ts';
import { fill } from '#lib/texts/fill.ts';
import { surveyTexts } from '#lib/texts/surveys.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { leadTo } from '#ui/Form/lead-to.ts';
import { TextArea } from '#ui/TextArea/TextArea.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { whyTooLong } from './feedback.ts';
import styles from './SurveyForm.module.css';

export interface ChoiceProps {
  /** Id of the group; its first choice has the id `${id}-0`. */
  readonly id: string;
  readonly errorMessage: string | undefined;
}

export interface SurveyFormProps {
  /** Draws the reasons to choose from. */
  readonly renderChoices: (props: ChoiceProps) => ReactNode;
  /** What to say while nothing is chosen; undefined once something is. */
  readonly missing: string | undefined;
  readonly wordsLabel: string;
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** Called with the free text as it was typed, once what is asked for is there. */
  readonly onSubmit: (words: string) => void;
  readonly isBusy: boolean;
  /** What failed, above the buttons. */
  readonly children?: ReactNode;
}

/** A question with reasons and free text. What was typed stays until the dialog around it closes. */
export function SurveyForm({ renderChoices, missing, wordsLabel, isBusy, children, ...props }: SurveyFormProps) {
  const id = useId();
  const [reasonsId, wordsId] = [`${id}-reasons`, `${id}-words`];
  const [words, setWords] = useState('');
  const [wasRefused, setWasRefused] = useState(false);
  const length = whyTooLong(words);
  const tooLong = length && fill(surveyTexts.failed, { message: length });
  const errorOf = (message: string | undefined) => (wasRefused ? message : undefined);

  const submit = () => {
    if (isBusy) return;
    const fault = missing ?? tooLong;
    if (fault === undefined) return props.onSubmit(words);
    setWasRefused(true);
    // The message is there before focus is: the field that receives it is heard with it, once. A description that comes to
    // where the focus is already would be read a second time by Orca.
    afterPaint(() => leadTo(missing === undefined ? wordsId : `${reasonsId}-0`, fault));
  };

  return (
    <form
      noValidate
      method="post"
      className={styles.root}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {renderChoices({ id: reasonsId, errorMessage: errorOf(missing) })}
      <TextArea
        id={wordsId}
        label={wordsLabel}
        value={words}
        onChange={setWords}
        isRequired={false}
        isReadOnly={isBusy}
        errorMessage={errorOf(tooLong)}
      />
      {children}
      <DialogActions>
        <Button type="submit" variant={props.submitVariant ?? 'primary'} isPending={isBusy} pendingMessage={null}>
          {props.submitLabel}
        </Button>
        <Button variant="quiet" onPress={props.onDismiss} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          {props.dismissLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
