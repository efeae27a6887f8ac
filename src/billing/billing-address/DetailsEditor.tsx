import { useSelector } from '@tanstack/react-form';
import { useEffect } from 'react';
import type { Customer } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { AddressFields } from '#billing/shared/address/AddressFields.tsx';
import { valuesOf } from '#billing/shared/address/address.form.ts';
import { TaxIdFields } from '#billing/shared/address/TaxIdFields.tsx';
import { fieldIdOf, useAddressForm } from '#billing/shared/address/use-address-form.ts';
import type { EditorProps } from '#billing/shared/EditorSlot.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { LeaveGuard } from '#billing/shared/LeaveGuard.tsx';
import { ConflictNote } from './ConflictNote.tsx';
import { InvoiceHeader } from './InvoiceHeader.tsx';
import { useSaveDetails } from './use-save-details.ts';
import styles from './DetailsEditor.module.css';

export interface DetailsEditorProps extends EditorProps {
  readonly customer: Customer;
}

const formId = 'billing-details';
const saveId = `${formId}-save`;

/** Name, address and tax ID as a form, with the invoice header beside it as it will print. */
export function DetailsEditor({ isOpen, ...props }: DetailsEditorProps) {
  return isOpen ? <OpenEditor {...props} /> : null;
}

function OpenEditor({ customer, onReady, onClose }: Omit<DetailsEditorProps, 'isOpen'>) {
  const form = useAddressForm(formId, valuesOf(customer));
  const saving = useSaveDetails(form, customer);
  useEffect(() => {
    onReady();
    document.getElementById(fieldIdOf(formId, 'billing_name'))?.focus();
  }, [onReady]);
  // Who has just chosen between two versions goes on from here: the buttons of the choice are gone.
  const choose = (choice: () => unknown) => {
    choice();
    document.getElementById(saveId)?.focus();
  };
  const busy = saving.isSaving ? 'Please wait until the changes are saved.' : undefined;
  const unchanged = form.isChanged ? undefined : 'Nothing has been changed yet.';
  return (
    <div className={styles.root}>
      <Form
        aria-label="Billing address and tax ID"
        onSubmit={() => void saving.save()}
        faultsTitle={saving.refusal ?? 'Some entries need your attention'}
        faults={form.faults}
        failedAttempts={form.failedAttempts}
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
        <div className={styles.actions}>
          <Button
            id={saveId}
            type="submit"
            variant="primary"
            isPending={saving.isSaving}
            pendingMessage="Saving billing details..."
            unavailableReason={unchanged ?? (saving.conflict ? 'Choose between the two versions first.' : undefined)}
          >
            Save
          </Button>
          <Button onPress={saving.cancel} unavailableReason={busy ?? unchanged}>
            Cancel
          </Button>
          <Button
            variant="quiet"
            onPress={onClose}
            unavailableReason={busy ?? (form.isChanged ? 'Save or cancel your changes first.' : undefined)}
          >
            Close form
          </Button>
          {saving.setAside && (
            <Button variant="quiet" onPress={saving.putBack} unavailableReason={busy}>
              Put back what I typed
            </Button>
          )}
        </div>
      </Form>
      <Preview form={form} />
      <LeaveGuard isChanged={form.isChanged} subject="the billing address and tax ID" />
    </div>
  );
}

/** Follows every key, so it listens to the values by itself. */
function Preview({ form }: { form: ReturnType<typeof useAddressForm> }) {
  return <InvoiceHeader values={useSelector(form.fields.store, ({ values }) => values)} />;
}
