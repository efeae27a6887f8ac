import { useSelector } from '@tanstack/react-form';
import type { Customer } from '#contract/types.ts';
import { billedToLines } from '#lib/invoice-parties.ts';
import { Button } from '#ui/Button/Button.tsx';
import { AddressFields } from '#billing/shared/address/AddressFields.tsx';
import { valuesOf, taxIdOf, toRequest, type AddressValues } from '#billing/shared/address/address.form.ts';
import { TaxIdFields } from '#billing/shared/address/TaxIdFields.tsx';
import { fieldIdOf, useAddressForm } from '#billing/shared/address/use-address-form.ts';
import type { EditorProps } from '#billing/shared/page/use-editor.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { SectionForm, whileSaving } from '#billing/shared/page/SectionForm.tsx';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { useSaveDetails } from './use-save-details.ts';
import styles from './DetailsEditor.module.css';
import invoiceHeaderStyles from './InvoiceHeader.module.css';

export interface DetailsEditorProps extends EditorProps {
  readonly customer: Customer;
}

const formId = 'billing-details';
const saveId = `${formId}-save`;

export function DetailsEditor({ isOpen, ...props }: DetailsEditorProps) {
  return isOpen ? <OpenEditor {...props} /> : null;
}

function OpenEditor({ customer, onReady, onClose, onSaved }: Omit<DetailsEditorProps, 'isOpen'>) {
  const form = useAddressForm(formId, valuesOf(customer));
  const saving = useSaveDetails(form, customer, onSaved);
  // After the member has chosen a version, the buttons of the choice disappear, so the focus moves to Save.
  const choose = (choice: () => unknown) => {
    choice();
    document.getElementById(saveId)?.focus();
  };
  return (
    <div className={styles.root}>
      <SectionForm
        label="Billing address and tax ID"
        subject="the billing address and tax ID"
        state={{ ...saving, isChanged: form.isChanged, faults: form.faults, failedAttempts: form.failedAttempts }}
        firstFieldId={fieldIdOf(formId, 'billing_name')}
        saveId={saveId}
        savingMessage="Saving billing details..."
        unavailableReason={saving.conflict ? 'Choose between the two versions first.' : undefined}
        onSave={() => void saving.save()}
        onCancel={saving.cancel}
        actions={
          saving.setAside && (
            <Button variant="quiet" onPress={saving.putBack} unavailableReason={whileSaving(saving.isSaving)}>
              Restore my changes
            </Button>
          )
        }
        {...{ onReady, onClose }}
      >
        <AddressFields form={form} isReadOnly={saving.isSaving} />
        <TaxIdFields form={form} isReadOnly={saving.isSaving} />
        {saving.failure && <FailureNote {...saving.failure} />}
        {saving.conflict && (
          <ConflictNote
            versions={saving.conflict}
            onKeepMine={() => choose(saving.keepMine)}
            onTakeSaved={() => choose(saving.takeSaved)}
            isSaving={saving.isSaving}
          />
        )}
      </SectionForm>
      <Preview form={form} references={customer.references} />
    </div>
  );
}

/** A separate component, so that a keystroke re-renders only the preview. */
function Preview({ form, references }: { form: ReturnType<typeof useAddressForm> } & Pick<Customer, 'references'>) {
  return <InvoiceHeader values={useSelector(form.fields.store, ({ values }) => values)} references={references} />;
}

function InvoiceHeader({ values, references }: { values: AddressValues } & Pick<Customer, 'references'>) {
  const organization = useOrganization().data;
  const { billing_name: name, address } = toRequest(values);
  const poNumber = references?.next_po_number ?? references?.po_number;
  const buyerReference = references?.next_buyer_reference ?? references?.buyer_reference;
  const [first, ...lines] = billedToLines({
    name: organization?.name ?? '',
    billing_name: name ?? null,
    address: address ?? null,
    tax_id: taxIdOf(values, null),
    ...(poNumber ? { po_number: poNumber } : {}),
    ...(buyerReference ? { buyer_reference: buyerReference } : {}),
  });
  return (
    <figure className={invoiceHeaderStyles.root}>
      <figcaption className={invoiceHeaderStyles.caption}>On the next invoice</figcaption>
      <div className={invoiceHeaderStyles.paper}>
        <p className={invoiceHeaderStyles.title}>Invoice</p>
        <p className={invoiceHeaderStyles.term}>Billed to</p>
        <p className={invoiceHeaderStyles.name}>{first}</p>
        <address className={invoiceHeaderStyles.address}>{lines.join('\n')}</address>
      </div>
    </figure>
  );
}
