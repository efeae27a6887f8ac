import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { RecipientList } from '#ui/RecipientList/RecipientList.tsx';
import type { RecipientWords } from '#ui/RecipientList/use-recipients.ts';
import { TextField } from '#ui/TextField/TextField.tsx';
import type { EditorProps } from '#billing/shared/page/EditorSlot.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { organizationUpdate } from '#contract/permissions.ts';
import { SectionForm, whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { invalidEntry, isEmail } from '#lib/email-entries.ts';
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

/** The form for email recipients: one primary address and any number of others. */
export function RecipientsEditor({ isOpen, ...props }: RecipientsEditorProps) {
  return isOpen ? <OpenEditor {...props} /> : null;
}

function OpenEditor({ customer, onReady, onClose, onSaved }: Omit<RecipientsEditorProps, 'isOpen'>) {
  const form = useRecipientsForm(customer, onSaved);
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
      <form.fields.Field name="primary" listeners={{ onChange: form.forgetRefusals }}>
        {(field) => (
          <TextField
            id={primaryId}
            label="Primary billing email"
            inputMode="email"
            autoComplete="email"
            spellCheck="false"
            isRequired={false}
            value={field.state.value}
            onChange={field.handleChange}
            onBlur={field.handleBlur}
            errorMessage={form.primaryMessage}
            isReadOnly={form.isSaving}
          />
        )}
      </form.fields.Field>
      <form.fields.Field name="typed">
        {(typed) => (
          <form.fields.Field name="additional" listeners={{ onChange: form.forgetRefusals }}>
            {(field) => (
              <RecipientList
                // Taking changes back also takes back what its Undo would restore.
                key={form.round}
                id={additionalId}
                label="Additional recipients"
                addLabel="Add recipients"
                description="Several at once are separated by commas or spaces."
                value={field.state.value}
                onChange={field.handleChange}
                isValid={isEmail}
                onTyped={typed.handleChange}
                words={words}
                emptyText="No additional recipients"
                unavailableReason={whileSaving(form.isSaving)}
              />
            )}
          </form.fields.Field>
        )}
      </form.fields.Field>
      {form.failure && <FailureNote {...form.failure} />}
    </SectionForm>
  );
}
