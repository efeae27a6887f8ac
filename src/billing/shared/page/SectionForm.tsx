import { useEffect, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { Button } from '#ui/Button/Button.tsx';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { Form } from '#ui/Form/Form.tsx';
import type { EditorProps } from './use-editor.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import styles from './SectionForm.module.css';

/** State of a section's form. */
interface FormState {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly faults: readonly FieldFault[];
  readonly failedAttempts: number;
  /** Heading of server errors; undefined for the form's own errors. */
  readonly refusal: string | undefined;
}

export interface SectionFormProps extends Omit<EditorProps, 'isOpen' | 'onSaved'> {
  label: string;
  /** Name of the unsaved data: "the billing address". */
  subject: string;
  state: FormState;
  /** Focused when the form opens. */
  firstFieldId: string;
  saveId?: string;
  /** Announced during the save. */
  savingMessage: string;
  /** Why saving is unavailable, other than no changes. */
  unavailableReason?: string | undefined;
  onSave: () => void;
  onCancel: () => void;
  children: ReactNode;
  /** More buttons, last in the row. */
  actions?: ReactNode;
}

/** Why controls are unavailable during a save. */
export const whileSaving = (isSaving: boolean): string | undefined => (isSaving ? 'Please wait until the changes are saved.' : undefined);

/** Form inside a section: Save and Cancel, and a question before leaving with changes. */
export function SectionForm({ label, subject, state, firstFieldId, saveId, onReady, onClose, ...props }: SectionFormProps) {
  const { isChanged, isSaving, faults, failedAttempts, refusal } = state;
  useEffect(() => {
    document.getElementById(firstFieldId)?.focus();
    // The opening button unmounts after the focus change: otherwise Orca moves to the next field silently and does not speak the focused
    // one.
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
