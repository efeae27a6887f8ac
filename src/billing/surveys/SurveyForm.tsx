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
  /** Id of the group of choices. The first choice has the id `${id}-0`. */
  readonly id: string;
  readonly errorMessage: string | undefined;
  readonly value: string[];
  readonly onChange: (reasons: string[]) => void;
}

export interface SurveyFormProps {
  readonly renderChoices: (props: ChoiceProps) => ReactNode;
  readonly missing: string;
  readonly wordsLabel: (reasons: readonly string[]) => string;
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** Called with the answers. The free text is passed as typed. */
  readonly onSubmit: (answers: SurveyValues) => void;
  readonly isBusy: boolean;
  readonly children?: ReactNode;
}

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
      // Sets the message before the focus moves, because Orca speaks a description twice if it is added to a focused field.
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
