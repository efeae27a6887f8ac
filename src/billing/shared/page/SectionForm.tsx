import { useEffect, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { Button } from '#ui/Button/Button.tsx';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { Form } from '#ui/Form/Form.tsx';
import type { EditorProps } from './use-editor.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import styles from './SectionForm.module.css';

interface FormState {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly faults: readonly FieldFault[];
  readonly failedAttempts: number;
  /** Heading of server errors; undefined if the form's own rules found the errors. */
  readonly refusal: string | undefined;
}

export interface SectionFormProps extends Omit<EditorProps, 'isOpen' | 'onSaved'> {
  label: string;
  /** Name of the form's data, for example "the billing address". The page shows this name when it asks whether to discard unsaved data. */
  subject: string;
  state: FormState;
  firstFieldId: string;
  saveId?: string;
  savingMessage: string;
  /** Reason why saving is unavailable; undefined if only the lack of changes prevents saving. */
  unavailableReason?: string | undefined;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

export const whileSaving = (isSaving: boolean): string | undefined => (isSaving ? 'Please wait until the changes are saved.' : undefined);

export function SectionForm({ label, subject, state, firstFieldId, saveId, onReady, onClose, ...props }: SectionFormProps) {
  const { isChanged, isSaving, faults, failedAttempts, refusal } = state;
  useEffect(() => {
    document.getElementById(firstFieldId)?.focus();
    // `onReady` unmounts the button that opened the form. If this happened before the focus change, Orca would skip the focused field.
    return afterPaint(onReady);
  }, [onReady, firstFieldId]);
  const busy = whileSaving(isSaving);
  const unchanged = isChanged ? undefined : 'There is no change to save.';
  const unsaved = isChanged ? 'Save or cancel your changes first.' : undefined;
  return (
    <>
      <Form
        aria-label={label}
        onSubmit={props.onSave}
        faultsTitle={refusal ?? 'Some entries need your attention'}
        faults={faults}
        failedAttempts={failedAttempts}
      >
        {props.children}
        <div className={styles.actions}>
          <Button
            {...(saveId === undefined ? {} : { id: saveId })}
            type="submit"
            variant="primary"
            isPending={isSaving}
            pendingMessage={props.savingMessage}
            unavailableReason={props.unavailableReason ?? unchanged}
          >
            Save
          </Button>
          <Button onPress={props.onCancel} unavailableReason={busy ?? unchanged}>
            Cancel
          </Button>
          <Button variant="quiet" onPress={onClose} unavailableReason={busy ?? unsaved}>
            Close form
          </Button>
          {props.actions}
        </div>
      </Form>
      <LeaveGuard isChanged={isChanged} subject={subject} />
    </>
  );
}
