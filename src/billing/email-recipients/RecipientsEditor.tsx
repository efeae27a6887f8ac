import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { RecipientList, type RecipientWords } from '#ui/RecipientList/RecipientList.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import type { EditorProps } from '#billing/shared/EditorSlot.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { organizationUpdate } from '#billing/shared/required-permissions.ts';
import { SectionForm, whileSaving } from '#billing/shared/SectionForm.tsx';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import { invalidEntry, isEmail } from './recipients.form.ts';
import { additionalId, primaryId, useRecipientsForm } from './use-recipients-form.ts';

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
  return (
    <SectionForm
      label="Email recipients"
      subject="the email recipients"
      state={form}
      firstFieldId={primaryId}
      savingMessage="Saving email recipients..."
      unavailableReason={mayUpdate === false ? texts.noUpdate : undefined}
      onSave={() => void form.save()}
      onCancel={form.cancel}
      {...{ onReady, onClose }}
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
        onTyped={form.setTyped}
        words={words}
        emptyText="No additional recipients"
        unavailableReason={whileSaving(form.isSaving)}
      />
      {form.failure && <FailureNote {...form.failure} />}
    </SectionForm>
  );
}
