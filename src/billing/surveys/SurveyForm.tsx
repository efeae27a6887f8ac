import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useId, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { leadTo } from '#ui/Form/lead-to.ts';
import { TextArea } from '#ui/TextArea/TextArea.tsx';
import { uiTexts } from '#ui/texts.ts';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import { noAnswers, surveySchema, type SurveyValues } from './survey.form.ts';
import styles from './SurveyForm.module.css';

export interface ChoiceProps {
  /** Id of the group; its first choice has the id `${id}-0`. */
  readonly id: string;
  readonly errorMessage: string | undefined;
  readonly value: string[];
  readonly onChange: (reasons: string[]) => void;
}

export interface SurveyFormProps {
  /** Draws the reasons to choose from. */
  readonly renderChoices: (props: ChoiceProps) => ReactNode;
  /** What to say while nothing is chosen. */
  readonly missing: string;
  /** Label of the free text, by what is chosen. */
  readonly wordsLabel: (reasons: readonly string[]) => string;
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** Called with the free text as it was typed, once what is asked for is there. */
  readonly onSubmit: (answers: SurveyValues) => void;
  readonly isBusy: boolean;
  /** What failed, above the buttons. */
  readonly children?: ReactNode;
}

/** A question with reasons and free text. What was typed stays until the dialog around it closes. */
export function SurveyForm({ renderChoices, missing, wordsLabel, isBusy, children, ...props }: SurveyFormProps) {
  const id = useId();
  const [reasonsId, wordsId] = [`${id}-reasons`, `${id}-words`];
  const form = useForm({
    defaultValues: noAnswers,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: surveySchema(missing) },
    onSubmit: ({ value }) => props.onSubmit(value),
    onSubmitInvalid: ({ formApi }) => {
      const noReason = firstMessage(formApi.getFieldMeta('reasons')?.errors);
      const fault = noReason ?? firstMessage(formApi.getFieldMeta('words')?.errors) ?? '';
      // The message is there before focus is: the field that receives it is heard with it, once. A description that comes to
      // where the focus is already would be read a second time by Orca.
      afterPaint(() => leadTo(noReason === undefined ? wordsId : `${reasonsId}-0`, fault));
    },
  });

  return (
    <form
      noValidate
      method="post"
      className={styles.root}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void form.handleSubmit();
      }}
    >
      <form.Field name="reasons">
        {({ state, handleChange }) => (
          <>
            {renderChoices({ id: reasonsId, errorMessage: firstMessage(state.meta.errors), value: state.value, onChange: handleChange })}
            <form.Field name="words">
              {(words) => (
                <TextArea
                  id={wordsId}
                  label={wordsLabel(state.value)}
                  value={words.state.value}
                  onChange={words.handleChange}
                  isRequired={false}
                  isReadOnly={isBusy}
                  errorMessage={firstMessage(words.state.meta.errors)}
                />
              )}
            </form.Field>
          </>
        )}
      </form.Field>
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
