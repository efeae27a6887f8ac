import type { InvoiceReferences } from '#contract/types.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { invoiceReferencesTexts as texts } from '#lib/texts/invoice-buyer.ts';
import { Checkbox } from '#ui/Checkbox/Checkbox.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { SectionForm } from '#billing/shared/page/SectionForm.tsx';
import type { EditorProps } from '#billing/shared/page/use-editor.tsx';
import { referenceLabels, type ReferenceName } from './references.form.ts';
import { referenceId, useReferencesForm } from './use-references-form.ts';

export interface ReferencesEditorProps extends EditorProps {
  readonly references: InvoiceReferences | undefined;
}

export function ReferencesEditor({ isOpen, references, ...props }: ReferencesEditorProps) {
  return isOpen && references ? <OpenEditor references={references} {...props} /> : null;
}

type OpenProps = Omit<ReferencesEditorProps, 'isOpen' | 'references'> & { readonly references: InvoiceReferences };

function OpenEditor({ references, onReady, onClose, onSaved }: OpenProps) {
  const form = useReferencesForm(references, onSaved);
  const textField = (name: ReferenceName, description?: string) => (
    <form.fields.Field name={name} listeners={{ onChange: form.forget }}>
      {(field) => (
        <TextField
          id={referenceId(name)}
          label={referenceLabels[name]}
          description={description}
          autoComplete="off"
          spellCheck="false"
          isRequired={false}
          value={field.state.value}
          onChange={field.handleChange}
          onBlur={field.handleBlur}
          errorMessage={form.messageOf(name)}
          isReadOnly={form.isSaving}
        />
      )}
    </form.fields.Field>
  );
  return (
    <SectionForm
      label={billingAddressTexts.editReferences}
      subject="the invoice references"
      state={form}
      firstFieldId={referenceId('po_number')}
      savingMessage={texts.saving}
      onSave={() => void form.save()}
      onCancel={form.cancel}
      {...{ onReady, onClose }}
    >
      {textField('po_number')}
      {textField('buyer_reference')}
      {textField('next_po_number', texts.nextHint)}
      {textField('next_buyer_reference', texts.nextHint)}
      <form.fields.Field name="po_required" listeners={{ onChange: form.forget }}>
        {(field) => (
          <Checkbox
            isSelected={field.state.value}
            onChange={field.handleChange}
            isReadOnly={form.isSaving}
            description={texts.poRequiredHint}
          >
            {texts.poRequired}
          </Checkbox>
        )}
      </form.fields.Field>
      {form.failure && <FailureNote {...form.failure} />}
    </SectionForm>
  );
}
