import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { TextField } from '#ui/TextField/TextField.tsx';
import { EmailList } from '#billing/shared/form/EmailList.tsx';
import type { EditorProps } from '#billing/shared/page/use-editor.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { organizationUpdate } from '#contract/permissions.ts';
import { SectionForm } from '#billing/shared/page/SectionForm.tsx';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { additionalId, primaryId, useRecipientsForm } from './use-recipients-form.ts';

export interface RecipientsEditorProps extends EditorProps {
  readonly customer: Customer;
}

const recipientsCount = (count: number): string => `${count} additional ${count === 1 ? 'recipient' : 'recipients'}`;

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
              <EmailList
                // When the member discards the changes, a new key resets the list and removes the list's Undo button.
                key={form.round}
                id={additionalId}
                label="Additional recipients"
                value={field.state.value}
                onChange={field.handleChange}
                onTyped={typed.handleChange}
                countWords={recipientsCount}
                emptyText="No additional recipients"
                isSaving={form.isSaving}
              />
            )}
          </form.fields.Field>
        )}
      </form.fields.Field>
      {form.failure && <FailureNote {...form.failure} />}
    </SectionForm>
  );
}
