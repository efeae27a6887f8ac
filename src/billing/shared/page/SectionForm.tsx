import { useEffect, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { Button } from '#ui/Button/Button.tsx';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { Form } from '#ui/Form/Form.tsx';
import type { EditorProps } from './use-editor.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import styles from './SectionForm.module.css';

/** How a form of a section stands. */
interface FormState {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly faults: readonly FieldFault[];
  readonly failedAttempts: number;
  /** Heading over faults that the platform has found; undefined where the form has found them itself. */
  readonly refusal: string | undefined;
}

export interface SectionFormProps extends Omit<EditorProps, 'isOpen' | 'onSaved'> {
  /** Name of the form. */
  label: string;
  /** What would be lost by leaving: "the billing address". */
  subject: string;
  state: FormState;
  /** Takes the focus when the form opens. */
  firstFieldId: string;
  /** Id of the Save button, for those who have to lead there. */
  saveId?: string;
  /** Said while it is saved. */
  savingMessage: string;
  /** Why it can't be saved, beyond there being nothing to save. */
  unavailableReason?: string | undefined;
  onSave: () => void;
  /** Takes back what was typed. */
  onCancel: () => void;
  /** Fields and notes. */
  children: ReactNode;
  /** Further buttons, last in the row. */
  actions?: ReactNode;
}

/** Why something in a form can't be used for as long as its changes are being saved. */
export const whileSaving = (isSaving: boolean): string | undefined => (isSaving ? 'Please wait until the changes are saved.' : undefined);

/** A form inside a section: Save and Cancel while something is changed, and a question before that is left behind. */
export function SectionForm({ label, subject, state, firstFieldId, saveId, onReady, onClose, ...props }: SectionFormProps) {
  const { isChanged, isSaving, faults, failedAttempts, refusal } = state;
  useEffect(() => {
    document.getElementById(firstFieldId)?.focus();
    // The button that led here goes afterwards: where what had the focus is gone, Orca takes itself to the next field
    // without a word, and has nothing to say when the focus comes there.
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
