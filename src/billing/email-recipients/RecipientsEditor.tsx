import { useEffect } from 'react';
import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RecipientList, type RecipientWords } from '#ui/RecipientList/RecipientList.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import type { EditorProps } from '#billing/shared/EditorSlot.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { LeaveGuard } from '#billing/shared/LeaveGuard.tsx';
import { organizationUpdate } from '#billing/shared/required-permissions.ts';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import { invalidEntry, isEmail } from './recipients.form.ts';
import { additionalId, primaryId, useRecipientsForm } from './use-recipients-form.ts';
import styles from './EmailRecipients.module.css';

export interface RecipientsEditorProps extends EditorProps {
  readonly customer: Customer;
}

const recipients = (count: number): string => `${count} additional ${count === 1 ? 'recipient' : 'recipients'}`;

const words: RecipientWords = {
  invalid: invalidEntry,
  duplicate: (entry) => `${entry} is already in the list`,
  added: (entries, count) => `${entries.length === 1 ? entries[0] : `${entries.length} addresses`} added, ${recipients(count)}`,
  removed: (entry, count) => `${entry} removed, ${recipients(count)}`,
};

/** Whom bills are sent to, as a form: one primary address and any number of others. */
export function RecipientsEditor({ isOpen, ...props }: RecipientsEditorProps) {
  return isOpen ? <OpenEditor {...props} /> : null;
}

function OpenEditor({ customer, onReady, onClose }: Omit<RecipientsEditorProps, 'isOpen'>) {
  const form = useRecipientsForm(customer);
  const mayUpdate = useIsAllowed(organizationUpdate);
  useEffect(() => {
    onReady();
    document.getElementById(primaryId)?.focus();
  }, [onReady]);
  const busy = form.isSaving ? 'Please wait until the changes are saved.' : undefined;
  const unchanged = form.isChanged ? undefined : 'Nothing has been changed yet.';
  return (
    <>
      <Form
        aria-label="Email recipients"
        onSubmit={() => void form.save()}
        faultsTitle={form.refusal ?? 'Some entries need your attention'}
        faults={form.faults}
        failedAttempts={form.failedAttempts}
      >
        <TextField
          id={primaryId}
          label="Primary billing email"
          inputMode="email"
          autoComplete="email"
          spellCheck="false"
          isRequired={false}
          value={form.values.primary}
          onChange={form.setPrimary}
          errorMessage={form.primaryMessage}
          isReadOnly={form.isSaving}
        />
        <RecipientList
          // Taking changes back also takes back what its Undo would restore.
          key={form.round}
          id={additionalId}
          label="Additional recipients"
          addLabel="Add recipients"
          description="Several at once are separated by commas or spaces."
          value={form.values.additional}
          onChange={form.setAdditional}
          isValid={isEmail}
          onRejected={form.setRejected}
          words={words}
          emptyText="No additional recipients"
          unavailableReason={busy}
        />
        {form.failure && <FailureNote {...form.failure} />}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            isPending={form.isSaving}
            pendingMessage="Saving email recipients..."
            unavailableReason={mayUpdate === false ? texts.noUpdate : unchanged}
          >
            Save
          </Button>
          <Button onPress={form.cancel} unavailableReason={busy ?? unchanged}>
            Cancel
          </Button>
          <Button
            variant="quiet"
            onPress={onClose}
            unavailableReason={busy ?? (form.isChanged ? 'Save or cancel your changes first.' : undefined)}
          >
            Close form
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={form.isChanged} subject="the email recipients" />
    </>
  );
}
